import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { announce } from '../ui/announcer';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Field } from '../ui/field';
import { PasswordInput } from '../ui/password-input';
import { TextInput } from '../ui/text-input';
import { AuthPage } from './auth-page';
import styles from './auth-page.module.css';
import { checkLogin } from './auth-rules';
import { GoogleButton } from './google-button';
import { PasswordResetDialog } from './password-reset-dialog';
import { useSession } from './session';
import { useAuthForm } from './use-auth-form';

/** Sign-in (specification, section 2). */
export function LoginPage() {
  const session = useSession();
  const { state } = useLocation();
  const [rememberMe, setRememberMe] = useState(false);
  const [resetting, setResetting] = useState(false);
  const { form, control, errors, fault, setFault, busy } = useAuthForm(
    { email: '', password: '' },
    checkLogin,
    (values) => session.logIn({ ...values, rememberMe }),
  );
  const email = control('email');
  const farewell = session.status === 'signed-out' ? session.farewell : undefined;

  useEffect(() => {
    if (farewell) announce(farewell);
  }, [farewell]);

  return (
    <AuthPage title="Welcome Back" fault={fault}>
      {farewell && <Banner tone="success">{farewell}</Banner>}
      <form {...form} className={styles.form}>
        <Field label="Email" error={errors.email}>
          <TextInput {...email} type="email" autoComplete="username" inputMode="email" />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput {...control('password')} autoComplete="current-password" />
        </Field>
        <div className={styles.line}>
          <Checkbox checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)}>
            Remember me
          </Checkbox>
          <button type="button" className={styles.textButton} onClick={() => setResetting(true)}>
            Forgot password?
          </button>
        </div>
        <Button type="submit" variant="primary" busyText={busy && 'Signing in...'}>
          Sign In
        </Button>
        <p className={styles.or}>or</p>
        <GoogleButton onFault={setFault} />
      </form>
      <p className={styles.other}>
        No account yet?{' '}
        <Link to="/signup" state={state}>
          Sign up
        </Link>
      </p>
      {resetting && <PasswordResetDialog email={email.value} onClose={() => setResetting(false)} />}
    </AuthPage>
  );
}
