import { createBrowserRouter } from "react-router";

import { requireCustomer } from "./auth/session";
import { AddressForm } from "./checkout/AddressForm";
import { CartDrawer } from "./cart/CartDrawer";

export const router = createBrowserRouter([
  { path: "/cart", element: <CartDrawer /> },
  { path: "/checkout", element: <AddressForm />, loader: requireCustomer },
]);
