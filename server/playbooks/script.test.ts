import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../outside/run-script'
import { withVariables } from './script'

const params = (x: string) => ({ params: { x } })
const T = '{{.params.x}}'

/** Where a template may stand: what the script prints is the value, and nothing else. */
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

test.each(places)('in %j a value is a value, whatever it says', async (place) => {
  const folder = await mkdtemp(join(tmpdir(), 'script-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const marker = join(folder, 'injected')
  for (const shell of shells) {
    for (const value of values(marker)) {
      const { script, variables } = withVariables(`#!${shell}\n${place}`, params(value))
      expect(script).not.toContain(marker)
      const { stdout, stderr } = await runScript(script, { env: variables, signal: new AbortController().signal })
      // A command substitution drops the line ends at its end.
      expect({ stdout: stdout.trimEnd(), stderr }).toEqual({ stdout: value.trimEnd(), stderr: '' })
      expect(existsSync(marker)).toBe(false)
    }
  }
})

test.each([
  [`echo '${T}'`, 'stands in single quotes'],
  [`echo $'${T}'`, 'stands in single quotes'],
  [`echo "it's" '"${T}"'`, 'stands in single quotes'],
  [`awk '{print ${T}}'`, 'stands in single quotes'],
  [`cat <<END\n${T}\nEND`, 'stands in a here-document'],
  [`cat <<'END'\n${T}\nEND`, 'stands in a here-document'],
  [`cat <<-END\n\t${T}\n\tEND`, 'stands in a here-document'],
  [`cat <<A <<B\nA\n${T}\nB`, 'stands in a here-document'],
  [`cat <<${T}\nx\n`, 'stands in a here-document'],
  [`echo \`date ${T}\``, 'stands in backticks'],
  [`echo "\`date ${T}\`"`, 'stands in backticks'],
  [`echo $((${T} + 1))`, 'stands where a shell calculates'],
  [`echo "$((${T} + 1))"`, 'stands where a shell calculates'],
  [`((n = ${T}))`, 'stands where a shell calculates'],
  [`echo $[${T}]`, 'stands where a shell calculates'],
  [`a[${T}]=1`, 'stands where a shell calculates'],
  [`echo \${a[${T}]}`, 'stands within ${…}'],
  [`echo "\${HOME:-${T}}"`, 'stands within ${…}'],
  [`[[ ${T} -eq 1 ]] && echo`, 'stands within [[ … ]]'],
  [`echo \\${T}`, 'stands behind a backslash'],
  [T, 'stands where the name of a program does'],
  [`${T} --version`, 'stands where the name of a program does'],
  [`V=1 /bin/${T} x`, 'stands where the name of a program does'],
  [`eval ${T}`, 'stands among what eval is given'],
  [`sh -c "echo ${T}"`, 'stands among what sh is given'],
  [`/usr/bin/env bash -c "echo ${T}"`, 'stands among what bash is given'],
  [`sudo -u me bash -lc "echo ${T}"`, 'stands among what bash is given'],
  [`kubectl exec pod -- sh -c "echo ${T}"`, 'stands among what sh is given'],
  [`kubectl exec pod -- python3 -c "print(${T})"`, 'stands among what python3 is given'],
  [`ssh host ls ${T}`, 'stands among what ssh is given'],
  [`python3 -c "print('${T}')"`, 'stands among what python3 is given'],
  [`xargs perl -e "${T}"`, 'stands among what perl is given'],
  [`psql -c "select '${T}'"`, 'stands among what psql is given'],
  [`sed -e "s/a/${T}/" file`, 'stands among what sed is given'],
  [`trap "echo ${T}" EXIT`, 'stands among what trap is given'],
  [`sh -c "$(echo ${T})"`, 'stands among what sh is given'],
  [`bash <<< "${T}"`, 'stands among what bash is given'],
  [`let n=${T}`, 'stands among what let is given'],
  [`V=${T} sh -c 'echo "$V"'`, 'stands among what sh is given'],
  [`if true; then eval "${T}"; fi`, 'stands among what eval is given'],
  [`echo "select ${T}" | psql`, 'is piped into psql'],
  [`(echo ${T}) | cat | sudo sh`, 'is piped into sh'],
  [`echo ${T} |\nbash`, 'is piped into bash'],
  [`#!/usr/bin/env python3\nprint("${T}")`, 'stands in a script for /usr/bin/env python3'],
])('%j is refused: the template %s', (script, why) => {
  expect(() => withVariables(script, params('x'))).toThrow(`${T} ${why}`)
  expect(() => withVariables(script, params('x'))).toThrow('name it under env of the action instead')
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
])('%j is understood', (script) => {
  const filled = withVariables(script, params('x')).script
  expect(filled).toContain('"$TEMPLATE_1"')
  expect(filled).not.toContain('\0')
})

test('a script without templates stays as it is, and one that is too long or has a NUL is refused', () => {
  const script = `eval 'x' <<'END'\n$(date)\nEND`
  expect(withVariables(script, {})).toEqual({ script, variables: {} })
  expect(() => withVariables('a\0b', {})).toThrow('A script cannot contain the character NUL.')
  expect(() => withVariables('a'.repeat(200_000), {})).toThrow('A script can have 128 kB at most.')
})
