export const PROVIDER_NAME = 'Example University';
export const CLIENT_ID = 'qr-attendance';
