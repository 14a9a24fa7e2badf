#pragma once

namespace satchel::code {

// Gives the memory back that the thread's stack took below where it is now. What recursed deeply
// leaves it behind, and a thread keeps it to its end otherwise.
void GiveBackStack();

}  // namespace satchel::code
