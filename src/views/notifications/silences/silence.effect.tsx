import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/http'
import { silenceEffect, type SilenceScope } from '@/api/notifications/silence-effect'
import {
  describeCoverage,
  describeHeldBack,
  largeShare,
  type SilenceEffect as Effect,
} from '@/lib/notifications/silence-effect'
import { failureMessage } from '@/lib/outcome'
import { kindNoun } from '@/lib/kinds'
import { scopeOfForm } from '@/resources/silences/details'
import type { FormValues } from '@/shared/forms/form-description'
import { useAnnouncement } from '@/ui/hooks'
import { type HealthShape, StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { useSettled } from '@/ui/use-settled'
import { useConsole } from '../../shared/console'
import { type FormQuestion, useFormReview } from '../../shared/forms/form-review'
import css from './silence-effect.module.css'

/** Long enough that typing a filter does not evaluate each of its letters. */
const PAUSE_MS = 600

/** The effect of a silence, below the fields of its form. */
export default function SilenceEffectView({ values }: { values: FormValues }) {
  const { environment } = useConsole()
  const client = useQueryClient()
  const isOffered = environment.deployment?.backend !== 'gateway'
  const scope = isOffered ? scopeOfForm(values) : undefined
  const asked = useSettled(scope, PAUSE_MS)
  const query = useQuery({ ...silenceEffect(asked ?? nothing), enabled: asked !== undefined })
  const isCurrent = JSON.stringify(asked) === JSON.stringify(scope)
  const effect = scope && isCurrent ? query.data : undefined
  const error = scope && isCurrent && query.error ? failureMessage(query.error) : undefined
  const large = effect ? largeShare(effect) : undefined
  useFormReview({
    label: large && `Silence ${large}…`,
    // The values may have changed since the effect was shown.
    check: async () => {
      if (!scope) return undefined
      try {
        const found = await client.fetchQuery(silenceEffect(scope))
        return found ? questionOf(found) : undefined
      } catch (failed) {
        // Only a mistake in the filter is a reason not to silence. A slow or broken server is none.
        return failed instanceof ApiError && failed.status === 400 ? { message: failed.message } : undefined
      }
    },
  })
  useAnnouncement(error ?? (effect ? `${describeCoverage(effect)} ${describeHeldBack(effect)}` : undefined), {
    key: 'silence-effect',
  })
  // The backend does not have the route, or the form names nothing yet.
  if (!scope || effect === null) return null
  return (
    <section className={css.effect} aria-label="Effect" aria-busy={!effect && !error}>
      <h3 className={css.title}>Effect</h3>
      {error !== undefined ? (
        <p className={css.error}>The effect is unknown. {error}</p>
      ) : effect ? (
        <Found effect={effect} />
      ) : (
        <p className={css.quiet}>Finding what the silence covers…</p>
      )}
    </section>
  )
}

const nothing: SilenceScope = { recursive: false, filter: '', selectors: [] }

function questionOf(effect: Effect): FormQuestion | undefined {
  const large = largeShare(effect)
  return large === undefined
    ? undefined
    : {
        question: `Silence ${large}?`,
        yes: `Silence ${large}`,
        text: `${describeCoverage(effect)} ${describeHeldBack(effect)} Nobody is notified about these resources.`,
      }
}

function Found({ effect }: { effect: Effect }) {
  const { resources, messages } = effect
  const more = resources.covered - resources.first.length
  const older = messages.count - messages.first.length
  return (
    <>
      <p>{describeCoverage(effect)}</p>
      {resources.first.length > 0 && (
        <ul className={css.list} aria-label="Covered resources">
          {resources.first.map(({ kind, id, name, health }) => (
            <li key={id}>
              <StatusShape health={shapeOf(health)} />
              <bdi>{name || 'Unnamed'}</bdi>
              <span className={css.quiet}>
                {noun(kind)}, {shapeOf(health)}
              </span>
            </li>
          ))}
          {more > 0 && <li className={css.quiet}>and {more.toLocaleString('en')} more</li>}
        </ul>
      )}
      <p>{describeHeldBack(effect)}</p>
      {messages.first.length > 0 && (
        <ul className={css.list} aria-label="Newest notifications that would have been held back">
          {messages.first.map(({ id, event, name, at }) => (
            <li key={id}>
              <bdi>{name || 'Unnamed'}</bdi>
              <span className={css.quiet}>
                {event}, <Time at={at} as="ago" />
              </span>
            </li>
          ))}
          {older > 0 && <li className={css.quiet}>and {older.toLocaleString('en')} older ones</li>}
        </ul>
      )}
    </>
  )
}

const noun = (kind: string) =>
  kind === 'check' || kind === 'config' || kind === 'component' ? kindNoun(kind) : 'resource'

const shapes: readonly string[] = ['healthy', 'warning', 'unhealthy'] satisfies HealthShape[]
const shapeOf = (health: string | null | undefined): HealthShape =>
  health && shapes.includes(health) ? (health as HealthShape) : 'unknown'
