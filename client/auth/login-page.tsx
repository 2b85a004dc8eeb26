import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTextForm } from './use-text-form';
import { announce } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Checkbox, PasswordInput, TextInput } from '../ui/form/inputs';
import { Field } from '../ui/form/field';
import { useOnDemand } from '../ui/messages/load-code';
import { AuthPage } from './auth-page';
import styles from './auth-page.module.css';
import { checkLogin } from './auth-rules';
import { GoogleButton } from './google-button';
import { useSession } from './session';

const loadReset = () => import('./password-reset-dialog').then((module) => module.PasswordResetDialog);

/** Sign-in (specification, section 2); `children` are another way in. */
export function LoginPage({ children }: { children?: ReactNode }) {
  const session = useSession();
  const { state } = useLocation();
  const [rememberMe, setRememberMe] = useState(false);
  const { Part: PasswordResetDialog, ...reset } = useOnDemand(
    loadReset,
    'The form couldn’t be loaded. Please try again.',
  );
  const { form, control, errors, fault, setFault, busy } = useTextForm(
    { email: '', password: '' },
    checkLogin,
    (values) => session.logIn({ ...values, rememberMe }),
  );
  const email = control('email');
  const notice = session.status === 'signed-out' ? session.notice : undefined;

  useEffect(() => {
    if (notice) announce(notice);
  }, [notice]);

  return (
    <AuthPage title="Welcome Back" fault={fault}>
      {notice && <Banner tone="success">{notice}</Banner>}
      <form {...form} className={common.stack4}>
        <Field label="Email" error={errors.email}>
          <TextInput {...email} type="email" autoComplete="username" inputMode="email" />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput {...control('password')} autoComplete="current-password" />
        </Field>
        <div className={common.spread}>
          <Checkbox checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)}>
            Remember me
          </Checkbox>
          <button type="button" className={styles.textButton} onClick={reset.open}>
            Forgot password?
          </button>
        </div>
        <Button type="submit" variant="primary" busyText={busy && 'Logging in...'}>
          Log in
        </Button>
        <p className={styles.or}>or</p>
        <GoogleButton onFault={setFault} />
        {children}
      </form>
      <p className={styles.other}>
        No account yet?{' '}
        <Link to="/signup" state={state}>
          Sign up
        </Link>
      </p>
      {PasswordResetDialog && <PasswordResetDialog email={email.value} onClose={reset.close} />}
    </AuthPage>
  );
}
