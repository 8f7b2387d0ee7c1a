export const nowOnCampus = (): Temporal.ZonedDateTime =>
  Temporal.Now.zonedDateTimeISO(process.env['CAMPUS_TIME_ZONE'] || undefined);

export const dayOf = (moment: Temporal.ZonedDateTime): string => moment.toPlainDate().toString();

export const toIso = ({ epochMilliseconds }: Temporal.ZonedDateTime): string =>
  new Date(epochMilliseconds).toISOString();
