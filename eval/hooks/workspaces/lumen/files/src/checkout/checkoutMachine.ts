export type Step = "address" | "shipping" | "payment" | "review" | "done";

export interface CheckoutState {
  step: Step;
  addressValid: boolean;
  shippingMethod?: string;
  paymentIntent?: string;
}

export type CheckoutEvent =
  | { type: "addressEntered"; valid: boolean }
  | { type: "shippingChosen"; method: string }
  | { type: "paymentReady"; intent: string }
  | { type: "back" };

const ORDER: Step[] = ["address", "shipping", "payment", "review", "done"];

export function previousStep(step: Step): Step {
  return ORDER[Math.max(0, ORDER.indexOf(step) - 1)];
}

// A shopper may go back at any time; what was entered stays.
export function advance(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case "addressEntered":
      return event.valid ? { ...state, addressValid: true, step: "shipping" } : { ...state, addressValid: false };
    case "shippingChosen":
      return { ...state, shippingMethod: event.method, step: "payment" };
    case "paymentReady":
      return { ...state, paymentIntent: event.intent, step: "review" };
    case "back":
      return { ...state, step: previousStep(state.step) };
  }
}
