// The product without comparing in turn: an edit is compared with the copy that was there before its turn.
import type { LocationReader } from '../../../../dist/server/business-profile/google/location-reader.js';
import type { MirrorRepository } from '../../../../dist/server/business-profile/mirror/mirror.repository.js';

const { LocationReader: reader } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/google/location-reader.js`
)) as { LocationReader: { prototype: LocationReader } };

reader.prototype.readForChange = async function (owner, id) {
  const { mirror } = this as unknown as { mirror: MirrorRepository };
  return (await mirror.findRaw(owner, id))!;
};
