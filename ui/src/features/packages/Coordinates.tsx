import type { VersionNode } from '@/generated/api';
import type { separatePackageTypes } from '@/generated/packageTypes';
import { texts } from '@/texts/packageVersion';
import { Fact } from '@/ui/Facts';

type Coordinate = keyof typeof texts.coordinates;
type Separate = (typeof separatePackageTypes)[number];
type Parts = (name: string, version: string) => Partial<Record<Coordinate, string>>;

/** What is before the first colon of a name, and what is behind it. */
function halves(name: string): [string, string] {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
}

const ofMaven: Parts = name => {
  const [group, artifact] = halves(name);
  return { group, artifact };
};

/** The parts by which clients of these types name a version (PKG-09). */
const PARTS: Readonly<Record<Separate, Parts>> = {
  maven: ofMaven,
  gradle: ofMaven,
  ivy: name => {
    const [organisation, module] = halves(name);
    return { organisation, module };
  },
  docker: (name, version) => ({ image: `${name}${version.includes(':') ? '@' : ':'}${version}` }),
  conan: (name, version) => ({ reference: `${name}/${version}` }),
};

const isSeparate = (type: string): type is Separate => Object.hasOwn(PARTS, type);

/** How clients name a version, where that is more than a name and a version. */
export function Coordinates({ of }: { of: VersionNode }) {
  const type = of.id.slice(0, of.id.indexOf('://'));
  if (!isSeparate(type)) return null;
  const parts = Object.entries(PARTS[type](of.package, of.name)) as [Coordinate, string][];
  return parts.map(([part, value]) => (
    <Fact key={part} name={texts.coordinates[part]}>
      <bdi dir="ltr">{value}</bdi>
    </Fact>
  ));
}
