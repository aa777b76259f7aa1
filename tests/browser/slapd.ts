// An LDAP server that is not ours: slapd of OpenLDAP, with one user in it, over TLS.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Debian keeps it out of the path of users
const SLAPD = '/usr/sbin/slapd';
const WITHIN_MS = 20_000;

const ENTRIES = `dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: cn=waybill,dc=example,dc=org
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: waybill
userPassword: canary-of-slapd-2207

dn: uid=carol,dc=example,dc=org
objectClass: inetOrgPerson
uid: carol
cn: carol
sn: carol
mail: carol@example.org
userPassword: seven green staples 4
`;

/** The server. */
export class Slapd {
  readonly bindDn = 'cn=waybill,dc=example,dc=org';
  readonly password = 'canary-of-slapd-2207';
  readonly userPassword = 'seven green staples 4';

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static readonly isInstalled = existsSync(SLAPD);

  /** The certificate, which a server has to trust. */
  get certificate(): string {
    return join(this.folder, 'certificate.pem');
  }

  static async start(port: number): Promise<Slapd> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-slapd-'));
    const file = (name: string) => join(folder, name);
    const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const name = ['-subj', '/CN=waybill', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const ends = ['-addext', 'basicConstraints=critical,CA:FALSE'];
    const written = ['-keyout', file('key.pem'), '-out', file('certificate.pem')];
    execFileSync('openssl', [...make, ...name, ...ends, ...written], { stdio: 'ignore' });
    mkdirSync(file('database'));
    writeFileSync(file('entries.ldif'), ENTRIES);
    writeFileSync(
      file('slapd.conf'),
      `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${file('pid')}
TLSCertificateFile ${file('certificate.pem')}
TLSCertificateKeyFile ${file('key.pem')}
database mdb
suffix "dc=example,dc=org"
directory ${file('database')}
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`,
    );
    const configuration = ['-f', file('slapd.conf')];
    execFileSync('/usr/sbin/slapadd', [...configuration, '-l', file('entries.ldif')], { stdio: 'ignore' });
    const process = spawn(SLAPD, [...configuration, '-d', '0', '-h', `ldaps://127.0.0.1:${port}`], {
      stdio: 'ignore',
    });
    const started = new Slapd(process, folder, port);
    await started.listens();
    return started;
  }

  async end(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async listens(): Promise<void> {
    const until = Date.now() + WITHIN_MS;
    while (Date.now() < until) {
      const socket = connect(this.port, '127.0.0.1');
      const isOpen = await new Promise<boolean>(resolve => {
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      socket.destroy();
      if (isOpen) return;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error('slapd does not listen');
  }
}
