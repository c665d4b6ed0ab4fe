const T = '{{.params.x}}'

/** Scripts that no position analysis can make safe, and those that one could: line and text of the template. */
export const scriptsWithTemplates: readonly (readonly [script: string, line: number, template: string])[] = [
  ...[
    `timeout 5 ${T}`,
    `nice ${T}`,
    `env ${T}`,
    `printf -v ${T} x`,
    `read ${T}`,
    `echo $((${T} + 1))`,
    `test -v ${T}`,
    `run() { eval "$1"; }; run ${T}`,
    `echo ${T}`,
    `echo "${T}"`,
    `echo '${T}'`,
    `#!/usr/bin/env ${T}`,
    `#!/usr/bin/python3 ${T}`,
  ].map((script) => [script, 1, T] as const),
  [`#!/usr/bin/env python3\nprint("${T}")`, 2, T],
  [`set -eu\n\n# ${T}\n`, 3, T],
  [`cat <<'END'\n$(.params.x)\nEND`, 2, '$(.params.x)'],
  ['echo $( .config.config )', 1, '$( .config.config )'],
  ['{{ if .check }}a{{ end }}', 1, '{{ if .check }}'],
  [`echo {{- .run.id -}} ${T}`, 1, '{{- .run.id -}}'],
  ['docker ps --format "{{.Names}}"', 1, '{{.Names}}'],
  ['a {{ b\nc }}', 1, '{{ b'],
  ['echo {{"a"}}\necho {{ "b }}', 2, '{{ "b }}'],
  ['{{`a\nb`}} {{.params.x}}', 2, '{{.params.x}}'],
  ['echo {{"a" | upper}}', 1, '{{"a" | upper}}'],
  ['echo {{"\\"}}', 1, '{{"\\"}}'],
  [`{{${'x'.repeat(100)}}}`, 1, `{{${'x'.repeat(58)}`],
]

export const scriptsWithoutTemplates: readonly string[] = [
  'echo "$X" "$(date)" $((1 + 1)) ${HOME}',
  'docker ps --format {{ "{{.Names}}" }}',
  'docker ps --format {{`{{.Names}} $(.a)`}}',
  'echo {{"{{"}}.Names{{"}}"}} {{- "\\"x\\"" -}}',
  '{{`line 1\n{{ line 2 }}\n`}}',
  'awk \'{ print $1 }\' <<< "$X"',
  '$(./run.sh) $(.venv/bin/python) $(. ./profile; env)',
  'f() { { date; }; }; f',
  '#!/usr/bin/env python3\nprint(f"{1}", {1: {}})',
  '',
]
