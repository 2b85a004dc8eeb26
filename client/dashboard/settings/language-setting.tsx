import { useState } from 'react';
import { answer, api } from '../../api/client';
import { type Profile, useSession } from '../../auth/session';
import { figure } from '../../lib/count-of';
import { browserLanguage } from '../../lib/language';
import { longDayWords, timeWords } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import { toWallTime, viewerTimeZone } from '../../lib/wall-time';
import { announce } from '../../ui/basics/screen-reader';
import { Field } from '../../ui/form/field';
import { Select } from '../../ui/form/inputs';
import { SettingsLine } from '../../ui/layout/settings';

/** What is offered beside the person's own language and those of the browser. */
const LANGUAGES = Object.freeze(
  `cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es-ES es-MX es-US fi-FI fr-BE fr-CA
  fr-CH fr-FR hi-IN hu-HU id-ID it-IT ja-JP ko-KR nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sv-SE th-TH tr-TR uk-UA
  vi-VN zh-CN zh-TW`.split(/\s+/),
);
const NAMES = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
const nameOf = (tag: string) => NAMES.of(tag) ?? tag;
const MINUTE_MS = 60_000;

/** The language whose dates, hours and numbers the person reads. It counts at once. */
export function LanguageSetting({ user }: { user: Profile }) {
  const { showProfile } = useSession();
  const [asked, setAsked] = useState<string>();
  const [now, timeZone] = [useNow(MINUTE_MS), viewerTimeZone()];
  const chosen = asked ?? user.language ?? browserLanguage();
  const tags = [...new Set([chosen, browserLanguage(), ...LANGUAGES])].sort((a, b) =>
    nameOf(a).localeCompare(nameOf(b), 'en'),
  );
  const choose = async (language: string) => {
    setAsked(language);
    // A failure is shown as a toast.
    const changed = await answer(api.PATCH('/api/auth/profile', { body: { language } })).catch(
      () => undefined,
    );
    if (changed) {
      showProfile(changed);
      announce('Saved.');
    }
    setAsked(undefined);
  };
  return (
    <SettingsLine
      title="Dates and numbers"
      action={
        <Field label="Dates and numbers" hideLabel>
          <Select value={chosen} onChange={({ target }) => void choose(target.value)}>
            {tags.map((tag) => (
              <option key={tag} value={tag}>
                {nameOf(tag)}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      {longDayWords(toWallTime(now, timeZone).date)}, {timeWords(now, timeZone)} · {figure(SAMPLE)}. Shingle’s
      words stay English.
    </SettingsLine>
  );
}

const SAMPLE = 12_345.6;
