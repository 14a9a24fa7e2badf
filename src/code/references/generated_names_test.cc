#include "code/references/generated_names.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

TEST(GeneratedNamesTest, EachNameLeadsBackToItsService) {
  for (const std::string& name : NamesGeneratedFor("UserService")) {
    EXPECT_THAT(ServicesBehind(name), Contains("UserService")) << name;
  }
  EXPECT_THAT(NamesGeneratedFor("Users"), Contains("add_UsersServicer_to_server"));
  for (const std::string_view name : {"Client", "httpClient", "users", "", "NewClient", "Server"}) {
    EXPECT_THAT(ServicesBehind(name), testing::Not(Contains(""))) << name;
  }
  EXPECT_THAT(ServicesBehind("httpClient"), IsEmpty());
}

TEST(GeneratedNamesTest, ModulesOfGeneratedCode) {
  for (const std::string_view module :
       {"pb", "userpb", "user_pb2", "user_pb2_grpc", "./gen/user_pb", "./user_pb.js",
        "example.com/gen/proto/user", "user.pb.h", "com.example.UserProto"}) {
    EXPECT_TRUE(IsGeneratedModule(module)) << module;
  }
  for (const std::string_view module : {"users", "./user", "os", "com.example.User", ""}) {
    EXPECT_FALSE(IsGeneratedModule(module)) << module;
  }
}

}  // namespace
}  // namespace satchel::code
