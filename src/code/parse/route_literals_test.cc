#include "code/parse/route_literals.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Each as `asks GET /users`, `defines GET /users by list`.
std::vector<std::string> Routes(std::string_view content) {
  constexpr std::array<std::string_view, 4> kWhat = {"asks", "decorates", "defines", "prefix"};
  RouteLiterals literals(content);
  std::vector<std::string> found;
  for (std::size_t at = 0; at < content.size();) {
    const bool quote = content[at] == '"' || content[at] == '\'' || content[at] == '`';
    const auto route = quote ? literals.At(at) : std::nullopt;
    at = route ? route->end : at + 1;
    if (!route) continue;
    found.push_back(fmt::format("{} {}{}", kWhat.at(static_cast<std::size_t>(route->what)),
                                route->name,
                                route->handler.empty() ? "" : " by " + route->handler));
  }
  return found;
}

TEST(RouteLiteralsTest, WhatServersDefine) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"@app.get(\"/users/{id}\")\ndef one(id): pass", "decorates GET /users/{id}"},
      {"@app.route('/users/<int:id>')", "decorates GET /users/<int:id>"},
      {"@bp.route('/users', methods=['POST'])", "decorates POST /users"},
      {"@bp.route('/users', methods=['GET', 'POST'])", "decorates ANY /users"},
      {"app.add_url_rule('/users', view_func=users)", "defines ANY /users"},
      {"urlpatterns = [path('users/<int:id>/', views.detail)]",
       "defines ANY /users/<int:id> by views.detail"},
      {"urlpatterns = [path('users/', UserList.as_view(), name='u')]",
       "defines ANY /users by UserList"},
      {"app.get('/users/:id', (req, res) => res.send(1))", "defines GET /users/:id"},
      {"router.post(\n  '/users',\n  auth,\n  create\n)", "defines POST /users by create"},
      {"app.delete('/users/:id', async function (req) {})", "defines DELETE /users/:id"},
      {"@Get('users/:id')\n  one() {}", "decorates GET /users/:id"},
      {"@GetMapping(\"/users/{id}\")", "decorates GET /users/{id}"},
      {"@PostMapping(value = \"/users\")", "decorates POST /users"},
      {"@RequestMapping(\"/users\")", "decorates ANY /users"},
      {"@Controller('users')", "prefix /users"},
      {"[HttpGet(\"users/{id}\")]", "decorates GET /users/{id}"},
      {"app.MapGet(\"/users\", ListUsers);", "defines GET /users by ListUsers"},
      {"http.HandleFunc(\"/users\", users)", "defines ANY /users by users"},
      {"mux.HandleFunc(\"GET /users/{id}\", s.one)", "defines GET /users/{id} by s.one"},
      {"r.GET(\"/users/:id\", api.One)", "defines GET /users/:id by api.One"},
      {"r.Get(\"/users/{id}\", one)", "defines GET /users/{id} by one"},
      {"Route::get('/users/{id}', [UserController::class, 'show']);", "defines GET /users/{id}"},
      {"$app->post('/users', create)", "defines POST /users by create"},
      {"get '/users/:id' do\n", "defines GET /users/:id"},
      {"  get 'users/:id', to: 'users#show'\n", "defines GET /users/:id"},
      {"#[get(\"/users/{id}\")]", "decorates GET /users/{id}"},
      {"Router::new().route(\"/users\", get(list))", "defines GET /users by list"},
  };
  for (const auto& [code, route] : cases) {
    EXPECT_THAT(Routes(code), ElementsAre(std::string(route))) << code;
  }
}

TEST(RouteLiteralsTest, WhatClientsAskFor) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"fetch('/api/users')", "asks GET /api/users"},
      {"fetch('/api/users/' + id)", "asks GET /api/users/{}"},
      {"fetch('/api/users/' + id + '/posts', options)", "asks /api/users/{}/posts"},
      {"fetch(`/api/users/${user.id}?full=${full}`, { method: 'PUT' })", "asks /api/users/{}"},
      {"fetch(`${BASE}/users/${id}/posts`)", "asks GET /users/{}/posts"},
      {"axios.get<User[]>('/users')", "asks GET /users"},
      {"this.http.post<User>('/users', user)", "asks POST /users"},
      {"axios({ url: '/users', method: 'post' })", "asks /users"},
      {"requests.get(\"http://localhost:8000/api/users/1\")", "asks GET /api/users/1"},
      {"requests.post(f\"{base}/users/{user.id}\", json=x)", "asks POST /users/{}"},
      {"httpx.get(BASE + \"/users\")", "asks GET /users"},
      {"self.client.get('/users/?page=2')", "asks GET /users"},
      {"app.test_client().get('/users')", "asks GET /users"},
      {"request(app).get('/users').expect(200)", "asks GET /users"},
      {"http.Get(\"http://localhost/users/7\")", "asks GET /users/7"},
      {"http.NewRequest(\"POST\", url+\"/users\", body)", "asks POST /users"},
      {"httptest.NewRequest(http.MethodGet, \"/users\", nil)", "asks GET /users"},
      {"PerformRequest(router, \"GET\", \"/users\")", "asks GET /users"},
      {"http.Get(fmt.Sprintf(\"%s/users/%d\", base, id))", "asks GET /users/{}"},
      {"reqwest::get(format!(\"{}/users/{}\", base, id))", "asks GET /users/{}"},
      {"client.GetAsync(\"/users\")", "asks GET /users"},
      {"mvc.perform(get(\"/users/1\"))", "asks GET /users/1"},
      {"restTemplate.getForObject(url + \"/users/{id}\", User.class)", "asks GET /users/{}"},
      {"$client->request('GET', '/users')", "asks GET /users"},
      {"  get '/users/1', params: {}\n", "asks GET /users/1"},
  };
  for (const auto& [code, route] : cases) {
    EXPECT_THAT(Routes(code), ElementsAre(std::string(route))) << code;
  }
}

TEST(RouteLiteralsTest, WhatIsNeither) {
  for (const std::string_view code :
       {"cache.get('/users')", "open('/etc/passwd')", "x = '/users'", "headers.get('users')",
        "app.get('title')", "path('users/', views.list)", "fetch('users.json')", "fetch('/')",
        "urlpatterns = [path('api/', include('api.urls'))]", "print('/users', x)",
        "router.use('/users', users)", "fetch('/a b')", "fetch('/users", "fetch(\"/us\ners\")"}) {
    EXPECT_THAT(Routes(code), IsEmpty()) << code;
  }
}

TEST(RouteLiteralsTest, APrefixOfTheSameFileIsKnown) {
  EXPECT_THAT(
      Routes("router = APIRouter(\n    prefix=\"/api/users\",\n)\n"
             "@router.get(\"/{id}\")\n@router.get(\"/\")\n@other.get(\"/x\")\n"),
      ElementsAre("decorates GET /api/users/{id}", "decorates GET /api/users", "decorates GET /x"));
  EXPECT_THAT(Routes("v1 := r.Group(\"/v1\")\nusers := v1.Group(\"/users\")\n"
                     "users.GET(\"/:id\", one)\nv1.GET(\"/a\", a)\n"),
              ElementsAre("defines GET /v1/users/:id by one", "defines GET /v1/a by a"));
  EXPECT_THAT(Routes("bp = Blueprint('a', __name__, url_prefix='/auth')\n@bp.route('/login')"),
              ElementsAre("decorates GET /auth/login"));
}

TEST(RouteLiteralsTest, HostileTextsEnd) {
  for (const std::string_view piece : {"fetch('", "\"", "fetch(`${", "('/a' + ", "@app.get(\"/",
                                       "format(", ",\"GET\",'/", "+'/"}) {
    std::string text;
    while (text.size() < 200'000) text += piece;
    Routes(text);
  }
  EXPECT_THAT(Routes("fetch('/" + std::string(10'000, 'a') + "')"), IsEmpty());
}

}  // namespace
}  // namespace satchel::code
