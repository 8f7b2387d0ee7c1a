export const confirmPassword = {
  again: 'Confirm with your password to continue.',
  password: 'Password',
  confirm: 'Confirm',
  failed: 'This failed. Try again.',
};
