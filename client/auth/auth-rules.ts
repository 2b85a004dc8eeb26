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

/** Specification, section 5. */
export function checkPassword({ password }: { password: string }): { password?: string } {
  if (!password) return { password: 'Password is required' };
  return password.length < MIN_PASSWORD
    ? { password: `Password must be at least ${MIN_PASSWORD} characters` }
    : {};
}

/** The password typed again. Specification, section 5, "Signup". */
export function checkConfirmed(confirmPassword: string, password: string): { confirmPassword?: string } {
  if (!confirmPassword) return { confirmPassword: 'Please confirm your password' };
  return confirmPassword === password ? {} : { confirmPassword: 'Passwords do not match' };
}

/** Specification, section 5, "Login". */
export function checkLogin(values: LoginValues): FieldErrors<keyof LoginValues & string> {
  return { ...checkEmail(values), ...checkPassword(values) };
}

/** Specification, section 5, "Signup". */
export function checkSignup(values: SignupValues): FieldErrors<keyof SignupValues & string> {
  const errors: FieldErrors<keyof SignupValues & string> = checkLogin(values);
  if (!values.fullName.trim()) errors.fullName = 'Name is required';
  return { ...errors, ...checkConfirmed(values.confirmPassword, values.password) };
}
