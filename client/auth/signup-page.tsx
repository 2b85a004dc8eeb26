import { Link, useLocation } from 'react-router-dom';
import { useTextForm } from './use-text-form';
import { Button } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { PasswordInput, TextInput } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { AuthPage } from './auth-page';
import styles from './auth-page.module.css';
import { checkSignup } from './auth-rules';
import { GoogleButton } from './google-button';
import { useSession } from './session';

/** Account creation (specification, section 2). */
export function SignupPage() {
  const session = useSession();
  const { state } = useLocation();
  const { form, control, errors, fault, setFault, busy } = useTextForm(
    { fullName: '', email: '', password: '', confirmPassword: '' },
    checkSignup,
    ({ fullName, email, password }) => session.signUp({ fullName, email, password }),
  );

  return (
    <AuthPage title="Create Account" fault={fault}>
      <form {...form} className={common.stack4}>
        <Field label="Full name" error={errors.fullName}>
          <TextInput {...control('fullName')} autoComplete="name" />
        </Field>
        <Field label="Email" error={errors.email}>
          <TextInput {...control('email')} type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Field label="Password" hint="At least 6 characters" error={errors.password}>
          <PasswordInput {...control('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword}>
          <PasswordInput {...control('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" busyText={busy && 'Creating account...'}>
          Create Account
        </Button>
        <p className={styles.or}>or</p>
        <GoogleButton onFault={setFault} />
      </form>
      <p className={styles.other}>
        Already have an account?{' '}
        <Link to="/login" state={state}>
          Sign in
        </Link>
      </p>
    </AuthPage>
  );
}
