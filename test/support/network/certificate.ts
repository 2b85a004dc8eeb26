import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate for a host, self-signed, as PEM. Made for each run: none is in the repository. */
export function makeCertificate(host = 'localhost'): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(host)))));
  const time = (text: string) => tagged(0x17, Buffer.from(text));
  const toBeSigned = sequence(
    tagged(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** X.690, distinguished encoding: tag, length, content. */
function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

function oid(...encoded: number[]): Buffer {
  return tagged(0x06, Buffer.from(encoded));
}

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
