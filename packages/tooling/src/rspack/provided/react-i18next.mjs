export { initReactI18next, useTranslation } from 'whole/react-i18next';
