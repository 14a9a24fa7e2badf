# bash completion for satchel
_satchel() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev='' words=() word_ IFS=$' \t\n'
  # bash splits --flag=value at the equals sign: join it as two words.
  for word_ in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
    [[ $word_ == '=' ]] || words+=("$word_")
  done
  [[ $cur == '=' ]] && cur=''
  prev="${words[${#words[@]}-1]}"
  local command='' flags='' choices='' word skip='' given=0 i
  for ((i = 1; i < ${#words[@]}; i++)); do
    word="${words[i]}"
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      --add|--agent|--allow-origin|--answers|--app-role|--application|--apply-clarify-task|--around|--as|--as-of|--attribute|--base-url|--blocks|--budget|--budget-config|--by|--category|--color|--commit-id|--commits|--confidence|--consequence|--context|--context-window|--conversation|--cooldown|--decision|--depends-on|--diff|--digest|--entity|--error|--expires|--file|--format|--from|--graphs-dir|--half|--history-limit|--http|--id|--intent|--json-file|--kind|--lang|--language|--layer|--lesson|--limit|--llm|--log-level|--margin|--match|--max-deltas|--max-kg|--max-rg|--max-tasks|--missing-file|--missing-symbol|--missing-test|--model|--namespace|--now|--only|--path|--per-file|--plot|--principal|--priority|--project-root|--query|--rationale|--reason|--recipe|--refs|--rel|--repo|--repositories|--request-file|--request-text|--reserved-tokens|--rev|--run|--scope|--session|--since|--source|--stages|--stale-after|--state|--status|--stdout-json|--steps|--store|--suggest-clarify|--supersedes|--svg|--tag|--tags|--task-id|--text|--threads|--timeout|--title|--token-file|--tokenizer|--trace|--type|--valid-from|--valid-to|--wait|--work|--workspace|--write-latest) skip=1 ;;
      -*) ;;
      *)
        case "$command" in
          '') command="$word" ;;
          note|'note task'|'note rule'|'note convention'|'note decision'|'note learning'|memory|graph|eval|runs|config|db) command="$command $word" ;;
          *) case "$command $word" in
            'memory inbox accept'|'memory inbox edit'|'memory inbox reject'|'hook log') command="$command $word" ;;
            *) given=$((given + 1)) ;;
          esac ;;
        esac ;;
    esac
  done
  case "$command:$prev" in
    'setup:--format') choices='text json' ;;
    'setup:--color') choices='auto always never' ;;
    'pack:--format') choices='markdown prompt json' ;;
    'pack:--color') choices='auto always never' ;;
    'pack:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'search:--format') choices='text json' ;;
    'search:--color') choices='auto always never' ;;
    'search:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'search:--source') choices='code notes graph memory' ;;
    'uses:--format') choices='text json' ;;
    'uses:--color') choices='auto always never' ;;
    'why:--format') choices='text json' ;;
    'why:--color') choices='auto always never' ;;
    'remember:--format') choices='text json' ;;
    'remember:--color') choices='auto always never' ;;
    'remember:--category') choices='fact preference correction entity decision relationship principle commitment moment skill rule procedure reasoning_trace' ;;
    'forget:--format') choices='text json' ;;
    'forget:--color') choices='auto always never' ;;
    'init:--format') choices='text json' ;;
    'init:--color') choices='auto always never' ;;
    'index:--format') choices='text json' ;;
    'index:--color') choices='auto always never' ;;
    'enrich:--format') choices='text json' ;;
    'enrich:--color') choices='auto always never' ;;
    'note task add:--format') choices='text json' ;;
    'note task add:--color') choices='auto always never' ;;
    'note task complete:--format') choices='text json' ;;
    'note task complete:--color') choices='auto always never' ;;
    'note task reopen:--format') choices='text json' ;;
    'note task reopen:--color') choices='auto always never' ;;
    'note task edit:--format') choices='text json' ;;
    'note task edit:--color') choices='auto always never' ;;
    'note task rm:--format') choices='text json' ;;
    'note task rm:--color') choices='auto always never' ;;
    'note rule add:--format') choices='text json' ;;
    'note rule add:--color') choices='auto always never' ;;
    'note rule edit:--format') choices='text json' ;;
    'note rule edit:--color') choices='auto always never' ;;
    'note rule rm:--format') choices='text json' ;;
    'note rule rm:--color') choices='auto always never' ;;
    'note convention add:--format') choices='text json' ;;
    'note convention add:--color') choices='auto always never' ;;
    'note convention edit:--format') choices='text json' ;;
    'note convention edit:--color') choices='auto always never' ;;
    'note convention rm:--format') choices='text json' ;;
    'note convention rm:--color') choices='auto always never' ;;
    'note decision add:--format') choices='text json' ;;
    'note decision add:--color') choices='auto always never' ;;
    'note decision edit:--format') choices='text json' ;;
    'note decision edit:--color') choices='auto always never' ;;
    'note decision rm:--format') choices='text json' ;;
    'note decision rm:--color') choices='auto always never' ;;
    'note decision supersede:--format') choices='text json' ;;
    'note decision supersede:--color') choices='auto always never' ;;
    'note learning add:--format') choices='text json' ;;
    'note learning add:--color') choices='auto always never' ;;
    'note learning edit:--format') choices='text json' ;;
    'note learning edit:--color') choices='auto always never' ;;
    'note learning rm:--format') choices='text json' ;;
    'note learning rm:--color') choices='auto always never' ;;
    'note list:--format') choices='text json' ;;
    'note list:--color') choices='auto always never' ;;
    'note list:--kind') choices='task decision learning convention rule' ;;
    'note list:--state') choices='open done skipped' ;;
    'note show:--format') choices='text json' ;;
    'note show:--color') choices='auto always never' ;;
    'note log:--format') choices='text json' ;;
    'note log:--color') choices='auto always never' ;;
    'note check:--format') choices='text json' ;;
    'note check:--color') choices='auto always never' ;;
    'memory list:--format') choices='text json' ;;
    'memory list:--color') choices='auto always never' ;;
    'memory list:--category') choices='fact preference correction entity decision relationship principle commitment moment skill rule procedure reasoning_trace' ;;
    'memory list:--state') choices='any active pending_review rejected quarantined superseded archived forgotten' ;;
    'memory show:--format') choices='text json' ;;
    'memory show:--color') choices='auto always never' ;;
    'memory edit:--format') choices='text json' ;;
    'memory edit:--color') choices='auto always never' ;;
    'memory vote:--format') choices='text json' ;;
    'memory vote:--color') choices='auto always never' ;;
    'memory pin:--format') choices='text json' ;;
    'memory pin:--color') choices='auto always never' ;;
    'memory unpin:--format') choices='text json' ;;
    'memory unpin:--color') choices='auto always never' ;;
    'memory expire:--format') choices='text json' ;;
    'memory expire:--color') choices='auto always never' ;;
    'memory import:--format') choices='text json' ;;
    'memory import:--color') choices='auto always never' ;;
    'memory import:--from') choices='satchel mem0 claude chatgpt basic-memory obsidian instructions text' ;;
    'memory export:--format') choices='text json' ;;
    'memory export:--color') choices='auto always never' ;;
    'memory doctor:--format') choices='text json' ;;
    'memory doctor:--color') choices='auto always never' ;;
    'memory inbox:--format') choices='text json' ;;
    'memory inbox:--color') choices='auto always never' ;;
    'memory inbox accept:--format') choices='text json' ;;
    'memory inbox accept:--color') choices='auto always never' ;;
    'memory inbox edit:--format') choices='text json' ;;
    'memory inbox edit:--color') choices='auto always never' ;;
    'memory inbox reject:--format') choices='text json' ;;
    'memory inbox reject:--color') choices='auto always never' ;;
    'graph pack:--format') choices='markdown prompt json' ;;
    'graph pack:--color') choices='auto always never' ;;
    'graph pack:--intent') choices='auto plan execute explain debug research' ;;
    'graph pack:--suggest-clarify') choices='true false' ;;
    'graph pack:--apply-clarify-task') choices='true false' ;;
    'graph pack:--write-latest') choices='true false' ;;
    'graph pack:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'graph pack:--stdout-json') choices='true false' ;;
    'graph add:--format') choices='text json' ;;
    'graph add:--color') choices='auto always never' ;;
    'graph add:--priority') choices='low medium high urgent' ;;
    'graph show:--format') choices='text json' ;;
    'graph show:--color') choices='auto always never' ;;
    'graph show:--layer') choices='knowledge decision task' ;;
    'graph link:--format') choices='text json' ;;
    'graph link:--color') choices='auto always never' ;;
    'graph link:--as') choices='links dependencies blocks inputs refs relationships' ;;
    'graph validate:--format') choices='text json' ;;
    'graph validate:--color') choices='auto always never' ;;
    'graph log:--format') choices='text json' ;;
    'graph log:--color') choices='auto always never' ;;
    'graph import:--format') choices='text json' ;;
    'graph import:--color') choices='auto always never' ;;
    'graph export:--format') choices='text' ;;
    'graph export:--color') choices='auto always never' ;;
    'graph export:--layer') choices='knowledge decision task' ;;
    'graph view:--format') choices='text json' ;;
    'graph view:--color') choices='auto always never' ;;
    'recall:--format') choices='markdown prompt json' ;;
    'recall:--color') choices='auto always never' ;;
    'recall:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'retrieve:--format') choices='markdown prompt json' ;;
    'retrieve:--color') choices='auto always never' ;;
    'retrieve:--llm') choices='required optional off' ;;
    'retrieve:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'refine:--format') choices='markdown prompt json' ;;
    'refine:--color') choices='auto always never' ;;
    'refine:--llm') choices='required optional off' ;;
    'agent:--format') choices='markdown prompt json' ;;
    'agent:--color') choices='auto always never' ;;
    'agent:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'status:--format') choices='text json' ;;
    'status:--color') choices='auto always never' ;;
    'doctor:--format') choices='text json' ;;
    'doctor:--color') choices='auto always never' ;;
    'eval history:--format') choices='text json' ;;
    'eval history:--color') choices='auto always never' ;;
    'eval history:--recipe') choices='code' ;;
    'eval run:--format') choices='text json' ;;
    'eval run:--color') choices='auto always never' ;;
    'eval run:--half') choices='development held_out all' ;;
    'eval run:--tokenizer') choices='chars4 o200k cl100k safe' ;;
    'eval run:--recipe') choices='code' ;;
    'runs list:--format') choices='text json' ;;
    'runs list:--color') choices='auto always never' ;;
    'runs show:--format') choices='text json' ;;
    'runs show:--color') choices='auto always never' ;;
    'runs diff:--format') choices='text json' ;;
    'runs diff:--color') choices='auto always never' ;;
    'runs replay:--format') choices='text json' ;;
    'runs replay:--color') choices='auto always never' ;;
    'runs pin:--format') choices='text json' ;;
    'runs pin:--color') choices='auto always never' ;;
    'runs gc:--format') choices='text json' ;;
    'runs gc:--color') choices='auto always never' ;;
    'replay:--format') choices='text json' ;;
    'replay:--color') choices='auto always never' ;;
    'mcp:--format') choices='text' ;;
    'mcp:--color') choices='auto always never' ;;
    'hook:--format') choices='text' ;;
    'hook:--color') choices='auto always never' ;;
    'hook log:--format') choices='text json' ;;
    'hook log:--color') choices='auto always never' ;;
    'install:--format') choices='text json' ;;
    'install:--color') choices='auto always never' ;;
    'config show:--format') choices='text json' ;;
    'config show:--color') choices='auto always never' ;;
    'config get:--format') choices='text json' ;;
    'config get:--color') choices='auto always never' ;;
    'config set:--format') choices='text' ;;
    'config set:--color') choices='auto always never' ;;
    'config set:--scope') choices='user workspace' ;;
    'config unset:--format') choices='text' ;;
    'config unset:--color') choices='auto always never' ;;
    'config unset:--scope') choices='user workspace' ;;
    'config path:--format') choices='text json' ;;
    'config path:--color') choices='auto always never' ;;
    'config trust:--format') choices='text json' ;;
    'config trust:--color') choices='auto always never' ;;
    'off:--format') choices='text json' ;;
    'off:--color') choices='auto always never' ;;
    'on:--format') choices='text json' ;;
    'on:--color') choices='auto always never' ;;
    'uninstall:--format') choices='text json' ;;
    'uninstall:--color') choices='auto always never' ;;
    'db init:--format') choices='text json' ;;
    'db init:--color') choices='auto always never' ;;
    'db check:--format') choices='text json' ;;
    'db check:--color') choices='auto always never' ;;
    'db migrate:--format') choices='text json' ;;
    'db migrate:--color') choices='auto always never' ;;
    'db export:--format') choices='text json' ;;
    'db export:--color') choices='auto always never' ;;
    'db import:--format') choices='text json' ;;
    'db import:--color') choices='auto always never' ;;
    'db adopt:--format') choices='text json' ;;
    'db adopt:--color') choices='auto always never' ;;
    'db digest:--format') choices='text json' ;;
    'db digest:--color') choices='auto always never' ;;
    'completion:--format') choices='text' ;;
    'completion:--color') choices='auto always never' ;;
    'help:--format') choices='text' ;;
    'help:--color') choices='auto always never' ;;
    'version:--format') choices='text json' ;;
    'version:--color') choices='auto always never' ;;
  esac
  if [[ -n $choices ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    return
  fi
  case "$prev" in
    --workspace) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    --add|--agent|--allow-origin|--answers|--app-role|--application|--apply-clarify-task|--around|--as|--as-of|--attribute|--base-url|--blocks|--budget|--budget-config|--by|--category|--color|--commit-id|--commits|--confidence|--consequence|--context|--context-window|--conversation|--cooldown|--decision|--depends-on|--diff|--digest|--entity|--error|--expires|--file|--format|--from|--graphs-dir|--half|--history-limit|--http|--id|--intent|--json-file|--kind|--lang|--language|--layer|--lesson|--limit|--llm|--log-level|--margin|--match|--max-deltas|--max-kg|--max-rg|--max-tasks|--missing-file|--missing-symbol|--missing-test|--model|--namespace|--now|--only|--path|--per-file|--plot|--principal|--priority|--project-root|--query|--rationale|--reason|--recipe|--refs|--rel|--repo|--repositories|--request-file|--request-text|--reserved-tokens|--rev|--run|--scope|--session|--since|--source|--stages|--stale-after|--state|--status|--stdout-json|--steps|--store|--suggest-clarify|--supersedes|--svg|--tag|--tags|--task-id|--text|--threads|--timeout|--title|--token-file|--tokenizer|--trace|--type|--valid-from|--valid-to|--wait|--work|--workspace|--write-latest) return ;;
  esac
  case "$command" in
    '') choices='setup pack search uses why remember forget init index enrich note memory graph recall retrieve refine agent status doctor eval runs replay mcp hook install config off on uninstall db completion help version' ;;
    'setup') choices='' flags='--print --undo --timeout' ;;
    'pack') choices='' flags='--budget --only --diff --tokenizer --session --strict --fresh --trace --timeout' ;;
    'search') choices='' flags='--limit --per-file --path --lang --no-tests --budget --tokenizer --rerank --explain --no-refresh --source --timeout' ;;
    'uses') choices='' flags='--limit --path --lang --no-tests --no-refresh --timeout' ;;
    'why') choices='' flags='--run' ;;
    'remember') choices='' flags='--category --tag --entity --attribute --confidence --valid-from --valid-to --expires --supersedes --source --force --namespace --principal' ;;
    'forget') choices='' flags='--reason --purge --namespace --principal' ;;
    'init') choices='' flags='--store --notes' ;;
    'index') choices='' flags='--full --no-cache --file --rev --store --watch --threads --wait --background --timeout' ;;
    'enrich') choices='' flags='--model --base-url --promote --limit --timeout' ;;
    'note') choices='task rule convention decision learning list show log check' flags='' ;;
    'note task') choices='add complete reopen edit rm' flags='' ;;
    'note task add') choices='' flags='--json-file' ;;
    'note task complete') choices='' flags='' ;;
    'note task reopen') choices='' flags='' ;;
    'note task edit') choices='' flags='' ;;
    'note task rm') choices='' flags='' ;;
    'note rule') choices='add edit rm' flags='' ;;
    'note rule add') choices='' flags='--json-file' ;;
    'note rule edit') choices='' flags='' ;;
    'note rule rm') choices='' flags='' ;;
    'note convention') choices='add edit rm' flags='' ;;
    'note convention add') choices='' flags='--json-file' ;;
    'note convention edit') choices='' flags='' ;;
    'note convention rm') choices='' flags='' ;;
    'note decision') choices='add edit rm supersede' flags='' ;;
    'note decision add') choices='' flags='--context --decision --rationale --consequence --json-file' ;;
    'note decision edit') choices='' flags='--title --context --decision --rationale --consequence' ;;
    'note decision rm') choices='' flags='' ;;
    'note decision supersede') choices='' flags='--by' ;;
    'note learning') choices='add edit rm' flags='' ;;
    'note learning add') choices='' flags='--context --lesson --application --json-file' ;;
    'note learning edit') choices='' flags='--title --context --lesson --application' ;;
    'note learning rm') choices='' flags='' ;;
    'note list') choices='' flags='--kind --state --since --match' ;;
    'note show') choices='' flags='' ;;
    'note log') choices='' flags='--limit' ;;
    'note check') choices='' flags='--stale-after --fix' ;;
    'memory') choices='list show edit vote pin unpin expire import export doctor inbox' flags='' ;;
    'memory list') choices='' flags='--category --state --match --artifacts --limit --namespace --principal' ;;
    'memory show') choices='' flags='--namespace --principal' ;;
    'memory edit') choices='' flags='--namespace --principal' ;;
    'memory vote') choices='' flags='--query --namespace --principal' ;;
    'memory pin') choices='' flags='--namespace --principal' ;;
    'memory unpin') choices='' flags='--namespace --principal' ;;
    'memory expire') choices='' flags='--namespace --principal' ;;
    'memory import') choices='' flags='--from --dry-run --conversations --namespace --principal --timeout' ;;
    'memory export') choices='' flags='--namespace --principal' ;;
    'memory doctor') choices='' flags='--namespace --principal' ;;
    'memory inbox') choices='accept edit reject' flags='--list --namespace --principal' ;;
    'memory inbox accept') choices='' flags='--force --namespace --principal' ;;
    'memory inbox edit') choices='' flags='' ;;
    'memory inbox reject') choices='' flags='' ;;
    'graph') choices='pack add show link validate log import export view' flags='' ;;
    'graph pack') choices='' flags='--request-text --request-file --intent --max-tasks --max-kg --max-rg --max-deltas --commit-id --suggest-clarify --apply-clarify-task --history-limit --write-latest --dry-run --budget --tokenizer --session --stages --fresh --trace --timeout --graphs-dir --project-root --stdout-json' ;;
    'graph add') choices='knowledge decision task' flags='--id --text --type --status --tags --priority --depends-on --blocks --refs --json-file --graphs-dir' ;;
    'graph show') choices='' flags='--layer --status --match --history --graphs-dir' ;;
    'graph link') choices='' flags='--as --rel --graphs-dir' ;;
    'graph validate') choices='' flags='--graphs-dir' ;;
    'graph log') choices='' flags='--limit --graphs-dir' ;;
    'graph import') choices='' flags='--graphs-dir' ;;
    'graph export') choices='' flags='--layer --all --graphs-dir' ;;
    'graph view') choices='' flags='--around --steps --svg --graphs-dir' ;;
    'recall') choices='' flags='--budget --limit --as-of --namespace --principal --tokenizer --session --stages --fresh --trace --timeout' ;;
    'retrieve') choices='' flags='--stages --budget --context-window --reserved-tokens --budget-config --margin --model --base-url --llm --no-llm --repo --tokenizer --task-id --no-refresh --fresh --trace --timeout' ;;
    'refine') choices='' flags='--add --reason --missing-file --missing-symbol --missing-test --error --model --base-url --llm --repo --no-refresh --trace --timeout' ;;
    'agent') choices='' flags='--budget --tokenizer --session --cooldown --strict --stages --fresh --trace --timeout' ;;
    'status') choices='' flags='--week' ;;
    'doctor') choices='' flags='' ;;
    'eval') choices='history run' flags='' ;;
    'eval history') choices='' flags='--commits --limit --language --recipe --budget --plot --timeout' ;;
    'eval run') choices='' flags='--repositories --half --work --limit --per-file --tokenizer --recipe --answers --timeout' ;;
    'runs') choices='list show diff replay pin gc' flags='' ;;
    'runs list') choices='' flags='--limit --recipe --all' ;;
    'runs show') choices='' flags='' ;;
    'runs diff') choices='' flags='' ;;
    'runs replay') choices='' flags='--fresh --print --timeout' ;;
    'runs pin') choices='' flags='--off' ;;
    'runs gc') choices='' flags='' ;;
    'replay') choices='' flags='--fresh --print --timeout' ;;
    'mcp') choices='' flags='--http --token-file --allow-write --allow-origin' ;;
    'hook') choices='log' flags='--agent --timeout' ;;
    'hook log') choices='' flags='--limit --conversation' ;;
    'install') choices='' flags='--print --undo' ;;
    'config') choices='show get set unset path trust' flags='' ;;
    'config show') choices='' flags='--origin --changed' ;;
    'config get') choices='budget.tokens budget.tokenizer output.format output.color log.level log.format retention.days retention.max_mb session.days store.url store.password store.workspace llm.base_url llm.model llm.api_key llm.mode embed.base_url embed.model embed.api_key embed.kind embed.max_text_bytes rerank.base_url rerank.model rerank.api_key rerank.kind rerank.timeout_ms notes.agent_files code.co_change_min_commits code.history_commits code.max_file_kb code.secret_files search.rerank memory.dir memory.recall_planner_enabled memory.recall_planner_max_qmd_results_minimal memory.max_memory_tokens memory.qmd_enabled memory.qmd_collection memory.qmd_max_results memory.intent_routing_enabled memory.intent_routing_boost memory.verbatim_artifacts_enabled memory.query_expansion_enabled memory.rerank_enabled memory.recency_weight memory.namespaces_enabled memory.inbox graph.max_tasks graph.max_kg graph.max_rg graph.max_deltas hook.budget_tokens hook.quota_tokens hook.memory_share hook.refresh hook.failures hook.failure_budget hook.start_budget hook.subagents hook.silent_subagents' flags='' ;;
    'config set') choices='budget.tokens budget.tokenizer output.format output.color log.level log.format retention.days retention.max_mb session.days store.url store.password store.workspace llm.base_url llm.model llm.api_key llm.mode embed.base_url embed.model embed.api_key embed.kind embed.max_text_bytes rerank.base_url rerank.model rerank.api_key rerank.kind rerank.timeout_ms notes.agent_files code.co_change_min_commits code.history_commits code.max_file_kb code.secret_files search.rerank memory.dir memory.recall_planner_enabled memory.recall_planner_max_qmd_results_minimal memory.max_memory_tokens memory.qmd_enabled memory.qmd_collection memory.qmd_max_results memory.intent_routing_enabled memory.intent_routing_boost memory.verbatim_artifacts_enabled memory.query_expansion_enabled memory.rerank_enabled memory.recency_weight memory.namespaces_enabled memory.inbox graph.max_tasks graph.max_kg graph.max_rg graph.max_deltas hook.budget_tokens hook.quota_tokens hook.memory_share hook.refresh hook.failures hook.failure_budget hook.start_budget hook.subagents hook.silent_subagents' flags='--scope' ;;
    'config unset') choices='budget.tokens budget.tokenizer output.format output.color log.level log.format retention.days retention.max_mb session.days store.url store.password store.workspace llm.base_url llm.model llm.api_key llm.mode embed.base_url embed.model embed.api_key embed.kind embed.max_text_bytes rerank.base_url rerank.model rerank.api_key rerank.kind rerank.timeout_ms notes.agent_files code.co_change_min_commits code.history_commits code.max_file_kb code.secret_files search.rerank memory.dir memory.recall_planner_enabled memory.recall_planner_max_qmd_results_minimal memory.max_memory_tokens memory.qmd_enabled memory.qmd_collection memory.qmd_max_results memory.intent_routing_enabled memory.intent_routing_boost memory.verbatim_artifacts_enabled memory.query_expansion_enabled memory.rerank_enabled memory.recency_weight memory.namespaces_enabled memory.inbox graph.max_tasks graph.max_kg graph.max_rg graph.max_deltas hook.budget_tokens hook.quota_tokens hook.memory_share hook.refresh hook.failures hook.failure_budget hook.start_budget hook.subagents hook.silent_subagents' flags='--scope' ;;
    'config path') choices='' flags='' ;;
    'config trust') choices='' flags='--revoke --list' ;;
    'off') choices='' flags='--session' ;;
    'on') choices='' flags='--session' ;;
    'uninstall') choices='' flags='--print --yes --memories' ;;
    'db') choices='init check migrate export import adopt digest' flags='' ;;
    'db init') choices='' flags='--app-role' ;;
    'db check') choices='' flags='' ;;
    'db migrate') choices='' flags='--app-role' ;;
    'db export') choices='' flags='' ;;
    'db import') choices='' flags='' ;;
    'db adopt') choices='' flags='--digest' ;;
    'db digest') choices='' flags='' ;;
    'completion') choices='bash zsh fish' flags='' ;;
    'help') choices='setup pack search uses why remember forget init index enrich note memory graph recall retrieve refine agent status doctor eval runs replay mcp hook install config off on uninstall db completion help version exit-codes environment settings' flags='--all' ;;
    'version') choices='' flags='' ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags --format --workspace --now --color --log-level --quiet --verbose --no-pager --help --version" -- "$cur"))
  elif [[ $given == 0 ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$cur"))
  fi
}
complete -F _satchel satchel
