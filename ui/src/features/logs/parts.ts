/** A line of a known format, in its parts. */
export interface Parts {
  /** As the file has it: RFC 3339 in UTC. */
  time: string;
  level: string;
  /** Where the line is from: the part of the program, or who made a request. */
  source: string;
  message: string;
}

const SERVICE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) \[[^\]]*\] \[(\w+) *\] \[[^\]]*\] \[([^\]]*)\] - (.*)$/;
const ACCESS = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) \[([^\]]*)\] \[([A-Z]+ [^\]]*)\] (.*) for (\S+)$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** The fields of a request, and those of an audited change. */
const REQUEST_FIELDS = 11;
const AUDIT_FIELDS = 9;

/** The parts of a line; null where its format is not known, and it is shown as it is. */
export function partsOf(text: string): Parts | null {
  const service = SERVICE.exec(text);
  if (service) {
    const [, time = '', level = '', source = '', message = ''] = service;
    return { time, level, source, message };
  }
  const access = ACCESS.exec(text);
  if (access) {
    const [, time = '', , outcome = '', path = '', source = ''] = access;
    return { time, level: outcome.split(' ')[0] ?? '', source, message: `${outcome} ${path}` };
  }
  const fields = text.split('|');
  const time = fields[0] ?? '';
  if (!TIME.test(time)) return null;
  if (fields.length === REQUEST_FIELDS) {
    const [, , address = '', user = '', method = '', url = '', status = '', , bytes = '', ms = ''] = fields;
    const message = `${method} ${url} · ${ms} ms${bytes === '-1' ? '' : ` · ${bytes} B`}`;
    return { time, level: status, source: user === '-' ? address : `${user} ${address}`, message };
  }
  if (fields.length < AUDIT_FIELDS) return null;
  // the change is JSON, which may have bars in it
  const [, , , user = '', , entity = '', action = '', kind = '', ...change] = fields;
  return { time, level: kind, source: user, message: `${action} ${entity} ${change.join('|')}` };
}
