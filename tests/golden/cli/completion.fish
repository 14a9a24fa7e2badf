# fish completion for satchel
complete -c satchel -f
complete -c satchel -l format -x -a 'text markdown prompt json' -d 'form of the result; each command names those it has (md is markdown)'
complete -c satchel -l workspace -x -a '(__fish_complete_directories)' -d 'the workspace\'s root, instead of the Git top level around you'
complete -c satchel -l now -x -d 'the time to count from, such as 2026-11-15T12:00:00Z, instead of the clock'
complete -c satchel -l color -x -a 'auto always never' -d 'colour; auto is only on a terminal (NO_COLOR is honoured)'
complete -c satchel -l quiet -s q -d 'no notes on stderr; errors and warnings stay'
complete -c satchel -l verbose -s v -d 'more about what is done, on stderr'
complete -c satchel -l help -s h -d '-h is the short help, --help the long one'
complete -c satchel -l version -d 'print the version'
complete -c satchel -n __fish_use_subcommand -a why -d 'why something is, or is not, in the last packet'
complete -c satchel -n '__fish_seen_subcommand_from why' -l run -x -d 'another run than the last one'
complete -c satchel -n __fish_use_subcommand -a init -d 'make this workspace\'s stores'
complete -c satchel -n '__fish_seen_subcommand_from init' -l store -x -d 'a directory, or a PostgreSQL address without a password, instead of .satchel/'
complete -c satchel -n __fish_use_subcommand -a agent -d 'the notes in .context/ that an agent needs, within a budget'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l budget -x -d 'tokens the packet may take (8000)'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l tokenizer -x -a 'chars4 o200k cl100k safe' -d 'how tokens are counted (chars4: bytes / 4)'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l session -x -d 'the agent\'s own id of the conversation'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l cooldown -x -d 'print nothing when this conversation has had a packet within it, such as 10m'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l strict -d 'exit with 8 when what must be shown exceeds the budget'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l stages -x -d 'the stages to run (tasks,entries)'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l fresh -d 'begin anew where an earlier run was cut off'
complete -c satchel -n '__fish_seen_subcommand_from agent' -l trace -x -d 'write how long each stage took, for chrome://tracing'
complete -c satchel -n __fish_use_subcommand -a status -d 'what this workspace is, where its data is, what it takes'
complete -c satchel -n __fish_use_subcommand -a doctor -d 'check the setup and say how to repair it'
complete -c satchel -n __fish_use_subcommand -a runs -d 'list, keep and remove runs'
complete -c satchel -n '__fish_seen_subcommand_from runs; and not __fish_seen_subcommand_from list show diff replay pin gc' -a list -d 'list the latest runs'
complete -c satchel -n '__fish_seen_subcommand_from runs; and __fish_seen_subcommand_from list' -l limit -x -d 'how many at most (20)'
complete -c satchel -n '__fish_seen_subcommand_from runs; and not __fish_seen_subcommand_from list show diff replay pin gc' -a show -d 'show a run: what was asked, its stages, what it cost'
complete -c satchel -n '__fish_seen_subcommand_from runs; and not __fish_seen_subcommand_from list show diff replay pin gc' -a diff -d 'compare two runs: request, sources, items'
complete -c satchel -n '__fish_seen_subcommand_from runs; and not __fish_seen_subcommand_from list show diff replay pin gc' -a replay -d 'the long form of `satchel replay`'
complete -c satchel -n '__fish_seen_subcommand_from runs; and __fish_seen_subcommand_from replay' -l fresh -d 'ask the sources as they are today'
complete -c satchel -n '__fish_seen_subcommand_from runs; and __fish_seen_subcommand_from replay' -l print -d 'print the packet that came out'
complete -c satchel -n '__fish_seen_subcommand_from runs; and not __fish_seen_subcommand_from list show diff replay pin gc' -a pin -d 'keep a run'
complete -c satchel -n '__fish_seen_subcommand_from runs; and __fish_seen_subcommand_from pin' -l off -d 'let it be removed again'
complete -c satchel -n '__fish_seen_subcommand_from runs; and not __fish_seen_subcommand_from list show diff replay pin gc' -a gc -d 'remove what retention no longer keeps'
complete -c satchel -n __fish_use_subcommand -a replay -d 'make a run\'s packet again and compare the bytes'
complete -c satchel -n '__fish_seen_subcommand_from replay' -l fresh -d 'ask the sources as they are today'
complete -c satchel -n '__fish_seen_subcommand_from replay' -l print -d 'print the packet that came out'
complete -c satchel -n __fish_use_subcommand -a config -d 'show, change and trust settings'
complete -c satchel -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from show get set unset path trust' -a show -d 'print all settings as they count here'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from show' -l origin -d 'say for each value where it comes from'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from show' -l changed -d 'only what differs from the default'
complete -c satchel -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from show get set unset path trust' -a get -d 'print one setting\'s value'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from get' -a 'budget.tokens budget.tokenizer output.format output.color log.level log.format retention.days retention.max_mb session.days store.url store.password store.workspace llm.base_url llm.model llm.api_key llm.mode notes.agent_files code.co_change_min_commits memory.dir memory.recall_planner_enabled memory.recall_planner_max_qmd_results_minimal memory.max_memory_tokens memory.qmd_enabled memory.qmd_collection memory.qmd_max_results memory.intent_routing_enabled memory.intent_routing_boost memory.verbatim_artifacts_enabled memory.query_expansion_enabled memory.rerank_enabled memory.recency_weight memory.namespaces_enabled graph.max_tasks graph.max_kg graph.max_rg graph.max_deltas'
complete -c satchel -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from show get set unset path trust' -a set -d 'set a value in a configuration file'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from set' -a 'budget.tokens budget.tokenizer output.format output.color log.level log.format retention.days retention.max_mb session.days store.url store.password store.workspace llm.base_url llm.model llm.api_key llm.mode notes.agent_files code.co_change_min_commits memory.dir memory.recall_planner_enabled memory.recall_planner_max_qmd_results_minimal memory.max_memory_tokens memory.qmd_enabled memory.qmd_collection memory.qmd_max_results memory.intent_routing_enabled memory.intent_routing_boost memory.verbatim_artifacts_enabled memory.query_expansion_enabled memory.rerank_enabled memory.recency_weight memory.namespaces_enabled graph.max_tasks graph.max_kg graph.max_rg graph.max_deltas'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from set' -l scope -x -a 'user workspace' -d 'your own file (default), or the workspace\'s .satchel/config.toml'
complete -c satchel -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from show get set unset path trust' -a unset -d 'remove a value from a configuration file'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from unset' -a 'budget.tokens budget.tokenizer output.format output.color log.level log.format retention.days retention.max_mb session.days store.url store.password store.workspace llm.base_url llm.model llm.api_key llm.mode notes.agent_files code.co_change_min_commits memory.dir memory.recall_planner_enabled memory.recall_planner_max_qmd_results_minimal memory.max_memory_tokens memory.qmd_enabled memory.qmd_collection memory.qmd_max_results memory.intent_routing_enabled memory.intent_routing_boost memory.verbatim_artifacts_enabled memory.query_expansion_enabled memory.rerank_enabled memory.recency_weight memory.namespaces_enabled graph.max_tasks graph.max_kg graph.max_rg graph.max_deltas'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from unset' -l scope -x -a 'user workspace' -d 'your own file (default), or the workspace\'s .satchel/config.toml'
complete -c satchel -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from show get set unset path trust' -a path -d 'list the configuration files and whether they are read'
complete -c satchel -n '__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from show get set unset path trust' -a trust -d 'let the workspace\'s file redirect data'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from trust' -l revoke -d 'take the permission back'
complete -c satchel -n '__fish_seen_subcommand_from config; and __fish_seen_subcommand_from trust' -l list -d 'list the workspaces you trust'
complete -c satchel -n __fish_use_subcommand -a db -d 'prepare and check a team\'s database; export and import'
complete -c satchel -n '__fish_seen_subcommand_from db; and not __fish_seen_subcommand_from init check migrate export import' -a init -d 'prepare a PostgreSQL database for a team'
complete -c satchel -n '__fish_seen_subcommand_from db; and __fish_seen_subcommand_from init' -l app-role -x -d 'the role that Satchel works as (satchel_app); made when missing'
complete -c satchel -n '__fish_seen_subcommand_from db; and not __fish_seen_subcommand_from init check migrate export import' -a check -d 'check that a role keeps workspaces apart'
complete -c satchel -n '__fish_seen_subcommand_from db; and not __fish_seen_subcommand_from init check migrate export import' -a migrate -d 'bring a database to this version\'s schema'
complete -c satchel -n '__fish_seen_subcommand_from db; and __fish_seen_subcommand_from migrate' -l app-role -x -d 'the role that Satchel works as (satchel_app); made when missing'
complete -c satchel -n '__fish_seen_subcommand_from db; and not __fish_seen_subcommand_from init check migrate export import' -a export -d 'write this workspace\'s rows to a file'
complete -c satchel -n '__fish_seen_subcommand_from db; and not __fish_seen_subcommand_from init check migrate export import' -a import -d 'read a workspace\'s rows from a file'
complete -c satchel -n __fish_use_subcommand -a completion -d 'print the completion script for a shell'
complete -c satchel -n '__fish_seen_subcommand_from completion' -a bash
complete -c satchel -n '__fish_seen_subcommand_from completion' -a zsh
complete -c satchel -n '__fish_seen_subcommand_from completion' -a fish
complete -c satchel -n __fish_use_subcommand -a help -d 'explain a command or a topic'
complete -c satchel -n '__fish_seen_subcommand_from help' -a why
complete -c satchel -n '__fish_seen_subcommand_from help' -a init
complete -c satchel -n '__fish_seen_subcommand_from help' -a agent
complete -c satchel -n '__fish_seen_subcommand_from help' -a status
complete -c satchel -n '__fish_seen_subcommand_from help' -a doctor
complete -c satchel -n '__fish_seen_subcommand_from help' -a runs
complete -c satchel -n '__fish_seen_subcommand_from help' -a replay
complete -c satchel -n '__fish_seen_subcommand_from help' -a config
complete -c satchel -n '__fish_seen_subcommand_from help' -a db
complete -c satchel -n '__fish_seen_subcommand_from help' -a completion
complete -c satchel -n '__fish_seen_subcommand_from help' -a help
complete -c satchel -n '__fish_seen_subcommand_from help' -a version
complete -c satchel -n '__fish_seen_subcommand_from help' -a exit-codes
complete -c satchel -n '__fish_seen_subcommand_from help' -a environment
complete -c satchel -n '__fish_seen_subcommand_from help' -a settings
complete -c satchel -n __fish_use_subcommand -a version -d 'print the version'
