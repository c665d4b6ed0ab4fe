import { readIncident, readStored } from '../../api/incident'
import { findAssignees, findPeople } from '../../api/responders'
import { presetsFor } from '../../lib/done-scripts'
import { nameOfEvidence, wordOfEvidence } from '../../lib/evidence-name'
import { capital } from '../../lib/format'
import type { Known, Option, Target } from '../command'

/** Finds people by name. */
export const findPerson = async (text: string, signal: AbortSignal): Promise<Option<Target<'person'>>[]> =>
  (await findPeople(text, signal)).map(({ id, name: label }) => ({ value: { kind: 'person', id, label }, label }))

/** Finds teams and people by name, written as `addResponder` parses them. */
export const findResponder = async (text: string, signal: AbortSignal): Promise<Option<string>[]> =>
  (await findAssignees(text, signal)).map(({ kind, id, name: label }) => ({
    value: `${kind}:${id}`,
    label,
    hint: kind === 'team' ? 'Team' : '',
  }))

const firstIn = (known: Known, slot: string) => (known[slot] as readonly Target[] | undefined)?.[0]

/** Finds evidence of the incident that a script can evaluate. Evidence without a script comes first. */
export async function findWatchable(
  text: string,
  signal: AbortSignal,
  sofar: Known
): Promise<Option<Target<'evidence'>>[]> {
  const found = await readIncident(firstIn(sofar, 'incident')?.id ?? '', signal)
  return (found?.hypotheses ?? [])
    .flatMap(({ evidences }) => evidences)
    .filter((one) => one.checks ?? one.components ?? one.configs ?? one.config_analysis)
    .toSorted((a, b) => Number(!!a.script) - Number(!!b.script))
    .map((one) => ({
      value: { kind: 'evidence' as const, id: one.id, label: nameOfEvidence(one) },
      label: nameOfEvidence(one),
      hint: [wordOfEvidence(one), one.script ? 'has a script' : ''].filter(Boolean).join(', '),
    }))
    .filter(has(text))
}

/** Preset scripts for the chosen evidence. */
export async function findScripts(text: string, signal: AbortSignal, sofar: Known): Promise<Option<string>[]> {
  const [row] = await readStored('evidences', [firstIn(sofar, 'evidence')?.id ?? ''], signal)
  return presetsFor(row ?? {})
    .map(({ words: label, script }) => ({ value: script, label: capital(label), hint: script }))
    .filter(has(text))
}

const has =
  (text: string) =>
  ({ label, hint }: { label: string; hint: string }) =>
    `${label} ${hint}`.toLowerCase().includes(text.toLowerCase())
