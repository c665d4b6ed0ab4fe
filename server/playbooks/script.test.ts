import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../platform/outside/run-script'
import { fillInScript } from './script'

const params = (x: string) => ({ params: { x } })
const T = '{{.params.x}}'

/** Accepted positions of a template: the script prints the value and nothing else. */
const places = [
  `printf %s ${T}`,
  `printf %s "${T}"`,
  `printf %s ""${T}''`,
  `printf '%s' ${T} # ${T}`,
  `printf %s $(.params.x)`,
  `V=${T}; printf %s "$V"`,
  `export V="${T}" && printf %s "$V"`,
  `printf %s "$(printf %s ${T})"`,
  `printf %s "$(printf %s "${T}")"`,
  `(printf %s ${T})`,
  `if [ ${T} = ${T} ]; then printf %s ${T}; else echo no; fi`,
  `if [ -n "${T}" ]\nthen\n\tprintf %s "${T}"\nfi`,
  `case ${T} in *) printf %s ${T};; esac`,
  `for v in ${T}; do printf %s "$v"; done`,
  `show() { printf %s "$1"; }; show ${T}`,
  `true && printf %s ${T} || echo no`,
  `printf %s ${T} | cat`,
  `cat <<END >/dev/null\nit's "here"\nEND\nprintf %s ${T}`,
  `printf "%s" \\\n  "${T}" 2>&1`,
  `#!/bin/sh\nset -eu; printf %s "\${NOBODY:-}${T}"`,
]

const values = (marker: string) => [
  `x; touch ${marker}`,
  `x\ntouch ${marker}\n#`,
  `$(touch ${marker})`,
  `\`touch ${marker}\``,
  `"; touch ${marker}; "`,
  `'; touch ${marker}; '`,
  `"'"'; touch ${marker}; '"'"`,
  `" && touch ${marker} #`,
  `x | touch ${marker}`,
  `x & touch ${marker} &`,
  `> ${marker}`,
  `\${IFS}$(touch\${IFS}${marker})`,
  `a[$(touch ${marker})]`,
  `END\ntouch ${marker}\n`,
  `) touch ${marker}; (`,
  `}; touch ${marker}; {`,
  `\\"; touch ${marker}; \\"`,
  `\\`,
  `*`,
  `-n ~ $HOME {a,b} !! "$TEMPLATE_1"`,
  `{{.params.x}} $(.params.x) ' " \` $`,
]

const shells = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell))

test.each(places)('keeps any value in %j a plain value', async (place) => {
  const folder = await mkdtemp(join(tmpdir(), 'script-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const marker = join(folder, 'injected')
  for (const shell of shells) {
    for (const value of values(marker)) {
      const { script, variables } = fillInScript(`#!${shell}\n${place}`, params(value))
      expect(script).not.toContain(marker)
      const { stdout, stderr } = await runScript(script, { env: variables, signal: new AbortController().signal })
      // A command substitution removes trailing newlines.
      expect({ stdout: stdout.trimEnd(), stderr }).toEqual({ stdout: value.trimEnd(), stderr: '' })
      expect(existsSync(marker)).toBe(false)
    }
  }
})

test.each([
  [`echo '${T}'`, 'is in single quotes'],
  [`echo $'${T}'`, 'is in single quotes'],
  [`echo "it's" '"${T}"'`, 'is in single quotes'],
  [`awk '{print ${T}}'`, 'is in single quotes'],
  [`cat <<END\n${T}\nEND`, 'is in a here-document'],
  [`cat <<'END'\n${T}\nEND`, 'is in a here-document'],
  [`cat <<-END\n\t${T}\n\tEND`, 'is in a here-document'],
  [`cat <<A <<B\nA\n${T}\nB`, 'is in a here-document'],
  [`cat <<${T}\nx\n`, 'is in a here-document'],
  [`echo \`date ${T}\``, 'is in backticks'],
  [`echo "\`date ${T}\`"`, 'is in backticks'],
  [`echo $((${T} + 1))`, 'is in an arithmetic expression'],
  [`echo "$((${T} + 1))"`, 'is in an arithmetic expression'],
  [`((n = ${T}))`, 'is in an arithmetic expression'],
  [`echo $[${T}]`, 'is in an arithmetic expression'],
  [`a[${T}]=1`, 'is in an arithmetic expression'],
  [`echo \${a[${T}]}`, 'is within ${…}'],
  [`echo "\${HOME:-${T}}"`, 'is within ${…}'],
  [`[[ ${T} -eq 1 ]] && echo`, 'is within [[ … ]]'],
  [`echo \\${T}`, 'follows a backslash'],
  [T, 'is the name of a program'],
  [`${T} --version`, 'is the name of a program'],
  [`V=1 /bin/${T} x`, 'is the name of a program'],
  [`eval ${T}`, 'is an argument of eval'],
  [`sh -c "echo ${T}"`, 'is an argument of sh'],
  [`/usr/bin/env bash -c "echo ${T}"`, 'is an argument of bash'],
  [`sudo -u me bash -lc "echo ${T}"`, 'is an argument of bash'],
  [`kubectl exec pod -- sh -c "echo ${T}"`, 'is an argument of sh'],
  [`kubectl exec pod -- python3 -c "print(${T})"`, 'is an argument of python3'],
  [`ssh host ls ${T}`, 'is an argument of ssh'],
  [`python3 -c "print('${T}')"`, 'is an argument of python3'],
  [`xargs perl -e "${T}"`, 'is an argument of perl'],
  [`psql -c "select '${T}'"`, 'is an argument of psql'],
  [`sed -e "s/a/${T}/" file`, 'is an argument of sed'],
  [`trap "echo ${T}" EXIT`, 'is an argument of trap'],
  [`sh -c "$(echo ${T})"`, 'is an argument of sh'],
  [`bash <<< "${T}"`, 'is an argument of bash'],
  [`let n=${T}`, 'is an argument of let'],
  [`V=${T} sh -c 'echo "$V"'`, 'is an argument of sh'],
  [`if true; then eval "${T}"; fi`, 'is an argument of eval'],
  [`echo "select ${T}" | psql`, 'is piped into psql'],
  [`(echo ${T}) | cat | sudo sh`, 'is piped into sh'],
  [`echo ${T} |\nbash`, 'is piped into bash'],
  [`#!/usr/bin/env python3\nprint("${T}")`, 'is in a script for /usr/bin/env python3'],
])('%j: refuses the template because it %s', (script, why) => {
  expect(() => fillInScript(script, params('x'))).toThrow(`${T} ${why}`)
  expect(() => fillInScript(script, params('x'))).toThrow('Define it under env of the action instead')
})

test.each([
  `kubectl -n ${T} rollout restart deploy/${T}`,
  `kubectl drain node ${T} --ignore-daemonsets`,
  `kubectl get pods -l "app=${T}" -o name | awk '{print $1}' | sed 's/a/b/'`,
  `ping -c ${T} "$HOST"`,
  `cp ${T} .`,
  `echo "{\\"name\\": \\"${T}\\"}" > /tmp/${T}`,
  `echo $((1 + 1)) "\${HOME}" \`date\` '$(x)' && echo ${T}`,
  `python3 - <<'END'\nprint("a")\nEND\necho ${T}`,
])('accepts %j', (script) => {
  const filled = fillInScript(script, params('x')).script
  expect(filled).toContain('"$TEMPLATE_1"')
  expect(filled).not.toContain('\0')
})

test('leaves a script without templates unchanged, and refuses one that is too long or contains NUL', () => {
  const script = `eval 'x' <<'END'\n$(date)\nEND`
  expect(fillInScript(script, {})).toEqual({ script, variables: {} })
  expect(() => fillInScript('a\0b', {})).toThrow('A script cannot contain the character NUL.')
  expect(() => fillInScript('a'.repeat(200_000), {})).toThrow('A script can have at most 128 kB.')
})
