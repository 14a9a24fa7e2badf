import { useState } from "react";

import { Button } from "../ui/Button";
import { postcodePattern, validateAddress } from "./validateAddress";

export function AddressForm() {
  const [country, setCountry] = useState("DE");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = (data: FormData) =>
    setErrors(validateAddress(Object.fromEntries(data) as Record<string, string>, country));
  return (
    <form action={submit}>
      <select name="country" value={country} onChange={(event) => setCountry(event.target.value)}>
        <option>DE</option>
        <option>NL</option>
        <option>AT</option>
      </select>
      <input name="postcode" pattern={postcodePattern(country).source} aria-invalid={"postcode" in errors} />
      <input name="street" aria-invalid={"street" in errors} />
      <Button type="submit">Continue</Button>
    </form>
  );
}
