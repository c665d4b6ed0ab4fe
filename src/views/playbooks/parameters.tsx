import { useMemo } from 'react'
import type { Parameter } from '../../api/playbooks'
import { DescribedForm } from '../../ui/form/described/described'
import type { Rejection } from '../../ui/form/form'
import { argsOf, fieldsOf, type FindThings, valuesOf } from './fields'
import css from './run-playbook.module.css'

type Props = {
  title: string
  parameters: readonly Parameter[]
  find: FindThings
  draftKey: string
  /** Parameters known from the call. */
  given: unknown
  /** Runs the playbook with these arguments. Resolves to the rejection, or undefined. */
  onRun: (args: Record<string, string>) => Promise<Rejection | undefined>
  onCancel: () => void
}

/** The form for the parameters of a playbook, with the button that runs it. */
export function Parameters({ title, draftKey, given, parameters, find, onRun, onCancel }: Props) {
  const fields = useMemo(() => fieldsOf(parameters, find), [parameters, find])
  return (
    <DescribedForm
      label={`Parameters of ${title}`}
      draftKey={draftKey}
      fields={fields}
      values={valuesOf(parameters, fields, given)}
      submitLabel="Run"
      busyLabel="Running..."
      onSubmit={(values) => onRun(argsOf(parameters, fields, values))}
      onCancel={onCancel}
    >
      {parameters.length === 0 && <p className={css.about}>It asks nothing.</p>}
    </DescribedForm>
  )
}
