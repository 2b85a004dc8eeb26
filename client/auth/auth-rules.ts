import type { FieldErrors } from '../lib/field-errors';

/** Specification, section 9. */
const MIN_PASSWORD = 6;
const EMAIL = /^\S+@\S+\.\S+$/;

interface LoginValues extends Record<string, string> {
  email: string;
  password: string;
}

interface SignupValues extends LoginValues {
  fullName: string;
  confirmPassword: string;
}

/** Specification, section 5. */
export function checkEmail({ email }: { email: string }): { email?: string } {
  if (!email.trim()) return { email: 'Email is required' };
  return EMAIL.test(email.trim()) ? {} : { email: 'Email is invalid' };
}

function checkPassword({ password }: { password: string }): { password?: string } {
  if (!password) return { password: 'Password is required' };
  return password.length < MIN_PASSWORD
    ? { password: `Password must be at least ${MIN_PASSWORD} characters` }
    : {};
}

/** Specification, section 5, "Login". */
export function checkLogin(values: LoginValues): FieldErrors<keyof LoginValues & string> {
  return { ...checkEmail(values), ...checkPassword(values) };
}

/** Specification, section 5, "Signup". */
export function checkSignup(values: SignupValues): FieldErrors<keyof SignupValues & string> {
  const errors: FieldErrors<keyof SignupValues & string> = checkLogin(values);
  if (!values.fullName.trim()) errors.fullName = 'Name is required';
  if (!values.confirmPassword) errors.confirmPassword = 'Please confirm your password';
  else if (values.confirmPassword !== values.password) errors.confirmPassword = 'Passwords do not match';
  return errors;
}
