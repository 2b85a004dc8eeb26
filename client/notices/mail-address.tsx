import { useEffect, useRef, useState } from 'react';
import { useTextForm } from '../auth/use-text-form';
import { Button, ExternalLink } from '../ui/basics/button';
import { announce } from '../ui/basics/screen-reader';
import { Field } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import styles from './notice-settings.module.css';
import { type Channel, useNoticeActions } from './use-notice-settings';

interface MailAddressProps {
  channel: Channel;
  /** The pages with the email of this machine, where nothing is sent. */
  mailbox: string | null;
  /** Whether the field takes the focus, since the person has just asked for email. */
  takesFocus?: boolean;
}

/** Asks where email goes, and has the person confirm by a link that the address is theirs. */
export function MailAddress({ channel: { id, target }, mailbox, takesFocus = false }: MailAddressProps) {
  const { changeAddress, sendProof } = useNoticeActions();
  const [sentTo, setSentTo] = useState<string>();
  const { form, control, values, errors, fault, busy } = useTextForm(
    { address: target },
    ({ address }) => (address.trim() ? {} : { address: 'Email is required' }),
    async ({ address }) => {
      setSentTo(undefined);
      if (address.trim() !== target) await changeAddress(id, address.trim());
      await sendProof(id);
      setSentTo(address.trim());
      announce(`A link is on its way to ${address.trim()}.`);
    },
  );
  const { ref } = form;
  const takesItAtFirst = useRef(takesFocus);
  useEffect(() => {
    const field = takesItAtFirst.current && ref.current?.querySelector('input');
    if (!field) return;
    field.focus();
    field.select();
  }, [ref]);
  const isSent = sentTo !== undefined && sentTo === values.address.trim();
  return (
    <form {...form} className={common.stack2} aria-label="Where email goes">
      {fault && <Banner tone="error">{fault}</Banner>}
      <Field
        label="Email address"
        error={errors.address}
        hint={
          isSent
            ? `A link is on its way to ${sentTo}. Open it within 24 hours, in a browser in which you’re logged in.`
            : 'We’ll send you a link. Nothing else is sent until you open it.'
        }
      >
        <TextInput {...control('address')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" size="small" busyText={busy && 'Sending...'}>
          {isSent ? 'Send it again' : 'Confirm address'}
        </Button>
        {isSent && mailbox && <ExternalLink href={mailbox}>Open the mailbox</ExternalLink>}
      </div>
    </form>
  );
}
