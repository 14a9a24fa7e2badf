#pragma once

#include <string>
#include <string_view>
#include <vector>

// The names that generated code has for what a file of Protocol Buffers defines.
namespace satchel::code {

// Of a service: `NewUserServiceClient`, `UserServiceStub`, `UserServiceGrpc`, …
std::vector<std::string> NamesGeneratedFor(std::string_view service);

// The services that such a name may be generated for, by the form of the name alone.
std::vector<std::string> ServicesBehind(std::string_view name);

// Whether a module, or what one is called in a file, is generated code by its name: `userpb`,
// `user_pb2`, `./gen/user_pb.js`, `com.example.grpc`.
bool IsGeneratedModule(std::string_view module);

}  // namespace satchel::code
