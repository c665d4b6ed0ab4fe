import { readIncident } from '@/api/incidents/incident'
import { readStoredRows } from '@/api/incidents/incident-rows'
import { findAssignees, findPeople } from '@/api/incidents/responders'
import { presetsFor } from '@/lib/incidents/done-scripts'
import { evidenceName, evidenceKindLabel } from '@/lib/incidents/evidence-name'
import { capital } from '@/shared/format'
import type { KnownArgs, SlotOption, Target } from '../command'

/** Finds people by name. */
export const findPerson = async (text: string, signal: AbortSignal): Promise<SlotOption<Target<'person'>>[]> =>
  (await findPeople(text, signal)).map(({ id, name: label }) => ({ value: { kind: 'person', id, label }, label }))

/** Finds teams and people by name, written as `addResponder` parses them. */
export const findResponder = async (text: string, signal: AbortSignal): Promise<SlotOption<string>[]> =>
  (await findAssignees(text, signal)).map(({ kind, id, name: label }) => ({
    value: `${kind}:${id}`,
    label,
    hint: kind === 'team' ? 'Team' : '',
  }))

const firstTargetIn = (known: KnownArgs, slot: string) => (known[slot] as readonly Target[] | undefined)?.[0]

/** Finds evidence of the incident that a script can evaluate. Evidence without a script comes first. */
export async function findWatchableEvidence(
  text: string,
  signal: AbortSignal,
  sofar: KnownArgs
): Promise<SlotOption<Target<'evidence'>>[]> {
  const found = await readIncident(firstTargetIn(sofar, 'incident')?.id ?? '', signal)
  return (found?.hypotheses ?? [])
    .flatMap(({ evidences }) => evidences)
    .filter((one) => one.checks ?? one.components ?? one.configs ?? one.config_analysis)
    .toSorted((a, b) => Number(!!a.script) - Number(!!b.script))
    .map((one) => ({
      value: { kind: 'evidence' as const, id: one.id, label: evidenceName(one) },
      label: evidenceName(one),
      hint: [evidenceKindLabel(one), one.script ? 'has a script' : ''].filter(Boolean).join(', '),
    }))
    .filter(matchesText(text))
}

/** Preset scripts for the chosen evidence. */
export async function findPresetScripts(
  text: string,
  signal: AbortSignal,
  sofar: KnownArgs
): Promise<SlotOption<string>[]> {
  const [row] = await readStoredRows('evidences', [firstTargetIn(sofar, 'evidence')?.id ?? ''], signal)
  return presetsFor(row ?? {})
    .map(({ words: label, script }) => ({ value: script, label: capital(label), hint: script }))
    .filter(matchesText(text))
}

const matchesText =
  (text: string) =>
  ({ label, hint }: { label: string; hint: string }) =>
    `${label} ${hint}`.toLowerCase().includes(text.toLowerCase())
