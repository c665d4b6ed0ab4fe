import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { jsonSchema } from '@/api/playbooks/json-schema'
import type { ServerParameter } from '@/api/playbooks/playbooks'
import type { FormDescription } from '@/shared/forms/form-description'
import { DescribedForm } from '../../ui/form/described/described-form'
import type { Rejection } from '../../ui/form/form-context'
import {
  toRunArgs,
  type RunArgs,
  toParameterFields,
  type FindResourceChoices,
  parameterSchemaPath,
  type ParameterSchemas,
  toParameterValues,
} from '@/lib/playbooks/playbook-fields'
import css from './run-playbook.module.css'

type Props = {
  title: string
  parameters: readonly ServerParameter[]
  find: FindResourceChoices
  draftKey: string
  /** Parameter values from the call. */
  given: unknown
  /** Returns the name of a resource that is a parameter value. */
  nameOf: (id: string) => string | undefined
  /** Runs the playbook with these arguments. Resolves to the rejection, or undefined. */
  onRun: (args: RunArgs) => Promise<Rejection | undefined>
  onCancel: () => void
  /** The planned actions, for review before the run. */
  plan: ReactNode
}

const RUN = 'Run'

/** The form for the parameters of a playbook, with the button that runs it. */
export function ParametersForm({ title, draftKey, given, nameOf, parameters, find, onRun, onCancel, plan }: Props) {
  const schemas = useSchemas(parameters)
  const fields = useMemo(() => toParameterFields(parameters, find, schemas), [parameters, find, schemas])
  const initial = toParameterValues(parameters, fields, given, nameOf)
  const isFilledIn =
    Object.keys(initial).length > 0 && fields.every(({ name, isRequired }) => !isRequired || hasValue(initial[name]))
  const review = useRef<HTMLDivElement>(null)
  const [startsWithReview] = useState(isFilledIn)
  // A complete form needs no input: focus starts on the review of the planned actions.
  useEffect(() => {
    if (startsWithReview) review.current?.focus()
  }, [startsWithReview])
  return (
    <DescribedForm
      label={`Parameters of ${title}`}
      draftKey={draftKey}
      fields={fields}
      values={initial}
      submitLabel={RUN}
      busyLabel="Running..."
      isIrrevocable
      onSubmit={(values) => onRun(toRunArgs(parameters, fields, values))}
      onCancel={onCancel}
      after={
        parameters.length === 0 || startsWithReview ? (
          // Has the initial focus when no field needs input. The keys of the form submit it from here; Enter does not.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div ref={review} role="region" aria-label="Review before the run" tabIndex={0} className={css.read}>
            {parameters.length === 0 && <p className={css.about}>No parameters</p>}
            {plan}
          </div>
        ) : (
          plan
        )
      }
    />
  )
}

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The JSON Schemas loaded so far. Documents can also be edited without one. */
function useSchemas(parameters: readonly ServerParameter[]): ParameterSchemas {
  const paths = useMemo(() => [...new Set(parameters.flatMap((one) => parameterSchemaPath(one) ?? []))], [parameters])
  const combine = useCallback(
    (found: { data: Readonly<Record<string, unknown>> | undefined }[]): ParameterSchemas =>
      new Map(paths.flatMap((path, at) => (found[at]?.data ? [[path, found[at].data]] : []))),
    [paths]
  )
  return useQueries({ queries: paths.map(jsonSchema), combine })
}

const nothing: FormDescription = []

/** Replaces the parameters while they are unknown. The Run button is always there, and explains what is missing. */
export function UnavailableParameters({
  missing,
  onCancel,
  children,
}: {
  missing: string
  onCancel: () => void
  children?: ReactNode
}) {
  return (
    <DescribedForm
      label="Parameters"
      fields={nothing}
      submitLabel={RUN}
      isIrrevocable
      missing={missing}
      onSubmit={() => undefined}
      onCancel={onCancel}
    >
      {children}
    </DescribedForm>
  )
}
