import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explanations } from '@/api/health/explanations'
import type { DraftChecks } from '@/lib/health/draft-checks'
import { Dialog } from '@/ui/dialog'
import { SelectField } from '@/ui/form/fields/select'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { QueryState } from '../../shared/query/query-state'
import css from './explain-check.module.css'
import { ExplanationView } from './explanation-view'

/** Runs a check from the text of an open editor once and shows request, response and deciding rule. */
export default function ExplainTyped({ known, onClose }: CommandDialogProps) {
  const { checks, first, env } = (known['typed'] ?? nothing) as DraftChecks
  const [key, setKey] = useState(first ?? checks[0]?.key ?? '')
  const [attempt, setAttempt] = useState(1)
  const { type = '', spec = {}, label = '' } = checks.find((one) => one.key === key) ?? {}
  const isNothing = checks.length === 0
  const explanation = useQuery({
    ...explanations.of({ type, spec, ...(env === undefined ? {} : { env }) }, attempt),
    enabled: !isNothing,
  })
  const again = () => setAttempt((count) => count + 1)
  const place = { scope: 'form', handlers: { 'form.submit': again, 'form.cancel': () => void onClose() } } as const
  return (
    <Dialog
      title={isNothing ? 'Nothing to explain' : `Explain ${label}`}
      description="One-off run of the edited text. The result is not saved."
      size="large"
      actions={
        !isNothing && (
          <Place {...place} className={css.actions}>
            <CommandButton call="form.submit" tone="primary" label="Run again" />
          </Place>
        )
      }
      onClose={() => void onClose()}
    >
      <Place {...place} className={css.body}>
        {checks.length > 1 && (
          <SelectField
            label="Check"
            value={key}
            onChange={setKey}
            onBlur={() => undefined}
            options={checks.map((one) => ({ value: one.key, label: one.label }))}
            isAlwaysChosen
          />
        )}
        {isNothing ? (
          <p>The text contains no check, or it cannot be parsed.</p>
        ) : (
          <QueryState query={explanation} what="the explanation" as="pane">
            {(found) => <ExplanationView {...found} isDraft={false} />}
          </QueryState>
        )}
      </Place>
    </Dialog>
  )
}

/** After a reload the edited text is lost. */
const nothing: DraftChecks = { checks: [] }
