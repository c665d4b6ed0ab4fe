import { type ReactNode, useMemo } from 'react'
import { z } from 'zod/mini'
import type { Parameter } from '../../api/playbooks'
import { DescribedForm } from '../../ui/form/described/described'
import { Form, type Rejection } from '../../ui/form/form'
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

const RUN = 'Run'

/** The form for the parameters of a playbook, with the button that runs it. */
export function Parameters({ title, draftKey, given, parameters, find, onRun, onCancel }: Props) {
  const fields = useMemo(() => fieldsOf(parameters, find), [parameters, find])
  return (
    <DescribedForm
      label={`Parameters of ${title}`}
      draftKey={draftKey}
      fields={fields}
      values={valuesOf(parameters, fields, given)}
      submitLabel={RUN}
      busyLabel="Running..."
      isIrrevocable
      onSubmit={(values) => onRun(argsOf(parameters, fields, values))}
      onCancel={onCancel}
    >
      {parameters.length === 0 && <p className={css.about}>It asks nothing.</p>}
    </DescribedForm>
  )
}

const nothing = z.object({})

/** In place of the parameters while there are none: the button is there from the first moment, and says what is missing. */
export function NotYet({
  missing,
  onCancel,
  children,
}: {
  missing: string
  onCancel: () => void
  children: ReactNode
}) {
  const empty = { schema: nothing, defaultValues: {}, onSubmit: () => undefined }
  return (
    <Form {...empty} label="Parameters" submitLabel={RUN} isIrrevocable missing={missing} onCancel={onCancel}>
      {children}
    </Form>
  )
}
