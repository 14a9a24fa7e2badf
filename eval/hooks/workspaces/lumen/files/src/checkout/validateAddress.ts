const POSTCODES: Record<string, RegExp> = {
  DE: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/,
  AT: /^\d{4}$/,
};

export function postcodePattern(country: string): RegExp {
  return POSTCODES[country] ?? /^.{3,10}$/;
}

export function validateAddress(fields: Record<string, string>, country: string): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!postcodePattern(country).test(fields.postcode?.trim() ?? "")) errors.postcode = "address.postcode.invalid";
  if (!/\d/.test(fields.street ?? "")) errors.street = "address.street.numberMissing";
  return errors;
}
