/** What a browser may offer to fill in, by the field's name: only where the name leaves no doubt. */
const TOKENS: Readonly<Record<string, string>> = {
  name: "name",
  full_name: "name",
  fullname: "name",
  your_name: "name",
  first_name: "given-name",
  firstname: "given-name",
  given_name: "given-name",
  last_name: "family-name",
  lastname: "family-name",
  family_name: "family-name",
  email: "email",
  email_address: "email",
  phone: "tel",
  phone_number: "tel",
  tel: "tel",
  mobile: "tel",
  organization: "organization",
  company: "organization",
  job_title: "organization-title",
  address: "street-address",
  street_address: "street-address",
  city: "address-level2",
  postcode: "postal-code",
  postal_code: "postal-code",
  zip: "postal-code",
  country: "country-name",
  birthday: "bday",
  date_of_birth: "bday",
  website: "url",
  url: "url",
};

/** The `autocomplete` token of a field. */
export function autocompleteOf(name: string): string | undefined {
  const plain = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/-/g, "_")
    .toLowerCase();
  return Object.hasOwn(TOKENS, plain) ? TOKENS[plain] : undefined;
}
