/** What a piece of evidence is of, as far as scripts of a definition of done can see it. */
export type ScriptSubject = {
  check_id?: string | null | undefined
  component_id?: string | null | undefined
  config_id?: string | null | undefined
  config_analysis_id?: string | null | undefined
  config_change_id?: string | null | undefined
}

/** A script that is often wanted, and when it is met, as it is said after `Done when`. */
export type DoneScript = { words: string; script: string }

/**
 * How long a check stays healthy before it is believed. One that never changed has no time of its last change, and is as
 * healthy as it always was.
 */
const lasting = (minutes: number) =>
  `check.status == 'healthy' && (check.last_transition_time == null || age(check.last_transition_time) > duration('${minutes}m'))`

const presets: readonly (DoneScript & { of: keyof ScriptSubject })[] = [
  { of: 'check_id', words: 'its check is healthy for more than 5 minutes', script: lasting(5) },
  { of: 'check_id', words: 'its check is healthy for more than 30 minutes', script: lasting(30) },
  { of: 'check_id', words: 'its check is healthy', script: "check.status == 'healthy'" },
  // A scraper closes what has been resolved for long.
  { of: 'config_analysis_id', words: 'its insight is resolved', script: "analysis.status in ['resolved', 'closed']" },
  { of: 'component_id', words: 'its component is healthy', script: "component.health == 'healthy'" },
  { of: 'config_id', words: 'its config item is healthy', script: "config.health == 'healthy'" },
]

/** The scripts that say something about it, the likeliest first; none for what is of no such thing. */
export const presetsFor = (subject: ScriptSubject): readonly DoneScript[] =>
  presets.flatMap(({ of, words, script }) => (subject[of] ? [{ words, script }] : []))

/** When a script is met, in words; undefined for one that somebody has written. */
export const wordsOfScript = (script: string): string | undefined =>
  presets.find((one) => one.script === script.trim())?.words

const variables: readonly [of: keyof ScriptSubject, name: string, example: string][] = [
  ['check_id', 'check', 'check.status'],
  ['component_id', 'component', 'component.health'],
  ['config_id', 'config', 'config.health'],
  ['config_analysis_id', 'analysis', 'analysis.status'],
  ['config_change_id', 'change', 'change.severity'],
]

/** The variables that a script of it has, each with a member that is often asked. */
export const variablesFor = (subject: ScriptSubject): readonly { name: string; example: string }[] =>
  variables.flatMap(([of, name, example]) => (subject[of] ? [{ name, example }] : []))

/** What a script has said, which the server keeps as `true`, `false`, or why it cannot tell. */
export function resultOf({ script_result: result }: { script_result?: string | null | undefined }): {
  is: 'met' | 'unmet' | 'failed' | 'unknown'
  words: string
} {
  if (!result) return { is: 'unknown', words: 'Not evaluated yet' }
  if (result === 'true') return { is: 'met', words: 'Met' }
  if (result === 'false') return { is: 'unmet', words: 'Not met' }
  return { is: 'failed', words: result }
}
