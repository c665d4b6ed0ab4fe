import { postMortem } from '@/api/incidents/post-mortem'
import { buildReport, reportToMarkdown } from '@/lib/incidents/post-mortem'
import { resolveZone } from '@/lib/time/zones'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { prefs } from '../stores/preference-store'

/** Downloads the post-mortem of an incident as a file. */
export async function saveReportMarkdown(
  { incident: [one] }: { incident: readonly Target<'incident'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const source = await effects.fetch(postMortem(one.id))
  if (!source) throw new CommandError('This incident no longer exists.')
  const text = reportToMarkdown(buildReport(source, resolveZone(prefs.get().display_timezone_preference)))
  const name = `${source.number.replaceAll(/[^\w-]+/g, '-')}-post-mortem.md`
  effects.save(name, new Blob([text], { type: 'text/markdown' }))
  const more = source.missing.length > 0 ? ' Some data could not be loaded. The file lists the missing parts.' : ''
  return { message: `Saved ${name}.${more}` }
}
