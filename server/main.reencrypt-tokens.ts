import { failStart, readConfiguration, StartError } from './app.operator.js';
import { reencryptTokens } from './business-profile/reencrypt-tokens.js';
import { openDatabase } from './database/database.module.js';
import { TokenCipher } from './security/token-cipher.js';

/** `npm run reencrypt-tokens`: afterwards only the first key of TOKEN_KEYS is needed. */
try {
  const env = readConfiguration();
  const cipher = new TokenCipher(env);
  if (cipher.writingKey === undefined)
    throw new StartError('TOKEN_KEYS is not set. Set it to the new key, a comma, and the keys used so far.');
  const database = await openDatabase(env);
  const { done, unreadable } = await reencryptTokens(database, cipher, (progress) =>
    console.log(`Encrypted anew so far: ${progress.done}`),
  );
  await database.close();
  console.log(`Done. Encrypted anew: ${done}; all others were under the key ${cipher.writingKey} already.`);
  if (unreadable > 0)
    console.log(
      `Readable with none of the keys: ${unreadable}. Those people have to reconnect. If you still have their key, add it and run this again.`,
    );
  console.log(`The keys after ${cipher.writingKey} can now be taken out of TOKEN_KEYS.`);
} catch (error) {
  failStart(error);
}
