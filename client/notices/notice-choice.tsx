import { Bell, OctagonX, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Segmented } from '../ui/form/radio-group';
import { SettingsLine } from '../ui/layout/settings';
import { type KindsColumn, KindsTable } from './kinds-table';
import type { useEmail } from './use-email';
import { type NoticeKind, type NoticeSettings, useNoticeActions } from './use-notice-settings';

const CHOICES = [
  { value: 'all', label: 'Everything', icon: Bell },
  { value: 'failures', label: 'Only failures', icon: OctagonX },
  { value: 'own', label: 'My choice', icon: SlidersHorizontal },
] as const;

interface NoticeChoiceProps {
  settings: NoticeSettings;
  email: ReturnType<typeof useEmail>;
}

/** Which notices the bell lists, and which come by email. A choice for both leaves email off where it is off. */
export function NoticeChoice({ settings: { kinds, bellKinds, canMail }, email }: NoticeChoiceProps) {
  const { updateSettings } = useNoticeActions();
  const [isOwn, setIsOwn] = useState(false);
  const all = kinds.map(({ kind }) => kind);
  const failures = kinds.filter(({ isFailure }) => isFailure).map(({ kind }) => kind);
  const chosen = [bellKinds, ...(email.isOn ? [email.kinds] : [])];
  const isChosen = (wanted: readonly NoticeKind[]) => chosen.every((those) => isSame(those, wanted));
  const preset = isChosen(all) ? 'all' : isChosen(failures) ? 'failures' : 'own';

  const choose = (choice: (typeof CHOICES)[number]['value']): void => {
    setIsOwn(choice === 'own');
    if (choice === 'own') return;
    const wanted = choice === 'all' ? all : failures;
    void updateSettings({ bellKinds: wanted });
    if (email.isOn) void email.choose(wanted);
  };
  const columns: KindsColumn[] = [
    {
      title: 'In the bell',
      words: 'in the bell',
      kinds: bellKinds,
      onChange: (wanted) => void updateSettings({ bellKinds: wanted }),
    },
    {
      title: 'By email',
      words: 'by email',
      kinds: email.kinds,
      onChange: (wanted) => void email.choose(wanted),
    },
  ];
  return (
    <>
      <SettingsLine
        title="What to tell me"
        action={
          <Segmented
            legend="What to tell me"
            options={CHOICES}
            value={isOwn ? 'own' : preset}
            onChange={choose}
          />
        }
      >
        “Only failures” is what stops a post, hides a location or was refused. Each switch counts at once.
      </SettingsLine>
      <KindsTable
        caption="Kinds of notices and where they go"
        kinds={kinds}
        columns={canMail ? columns : columns.slice(0, 1)}
      />
    </>
  );
}

function isSame(some: readonly NoticeKind[], others: readonly NoticeKind[]): boolean {
  return some.length === others.length && some.every((kind) => others.includes(kind));
}
