/** The source of a piece of evidence, as scripts of a definition of done see it. */
export type ScriptSubject = {
  check_id?: string | null | undefined
  component_id?: string | null | undefined
  config_id?: string | null | undefined
  config_analysis_id?: string | null | undefined
  config_change_id?: string | null | undefined
}

/** A preset script, and its condition in words after `Done when`. */
type DoneScript = { words: string; script: string }

/**
 * How long a check must stay healthy. A check that never changed has no time of its last change, and counts as healthy
 * if it is healthy now.
 */
const lasting = (minutes: number) =>
  `check.status == 'healthy' && (check.last_transition_time == null || age(check.last_transition_time) > duration('${minutes}m'))`

const presets: readonly (DoneScript & { of: keyof ScriptSubject })[] = [
  { of: 'check_id', words: 'its check is healthy for more than 5 minutes', script: lasting(5) },
  { of: 'check_id', words: 'its check is healthy for more than 30 minutes', script: lasting(30) },
  { of: 'check_id', words: 'its check is healthy', script: "check.status == 'healthy'" },
  // A scraper closes insights that have been resolved for long.
  { of: 'config_analysis_id', words: 'its insight is resolved', script: "analysis.status in ['resolved', 'closed']" },
  { of: 'component_id', words: 'its component is healthy', script: "component.health == 'healthy'" },
  { of: 'config_id', words: 'its config item is healthy', script: "config.health == 'healthy'" },
]

/** The preset scripts for a source, the most common first. Empty for other sources. */
export const presetsFor = (subject: ScriptSubject): readonly DoneScript[] =>
  presets.flatMap(({ of, words, script }) => (subject[of] ? [{ words, script }] : []))

/** The condition of a preset script in words; undefined for a custom script. */
export const describeScript = (script: string): string | undefined =>
  presets.find((one) => one.script === script.trim())?.words

const variables: readonly [of: keyof ScriptSubject, name: string, example: string][] = [
  ['check_id', 'check', 'check.status'],
  ['component_id', 'component', 'component.health'],
  ['config_id', 'config', 'config.health'],
  ['config_analysis_id', 'analysis', 'analysis.status'],
  ['config_change_id', 'change', 'change.severity'],
]

/** The variables of a script, each with a common member. */
export const variablesFor = (subject: ScriptSubject): readonly { name: string; example: string }[] =>
  variables.flatMap(([of, name, example]) => (subject[of] ? [{ name, example }] : []))

/** The result of a script, which the server stores as `true`, `false`, or an error message. */
export function readScriptResult({ script_result: result }: { script_result?: string | null | undefined }): {
  is: 'met' | 'unmet' | 'failed' | 'unknown'
  words: string
} {
  if (!result) return { is: 'unknown', words: 'Not evaluated yet' }
  if (result === 'true') return { is: 'met', words: 'Met' }
  if (result === 'false') return { is: 'unmet', words: 'Not met' }
  return { is: 'failed', words: result }
}
