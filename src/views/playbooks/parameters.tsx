import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { jsonSchema } from '../../api/json-schema'
import type { Parameter } from '../../api/playbooks'
import { DescribedForm } from '../../ui/form/described/described'
import { Form, type Rejection } from '../../ui/form/form'
import { argsOf, fieldsOf, type FindThings, schemaPathOf, type Schemas, valuesOf } from '../../lib/playbook-fields'
import css from './run-playbook.module.css'

type Props = {
  title: string
  parameters: readonly Parameter[]
  find: FindThings
  draftKey: string
  /** Parameters known from the call. */
  given: unknown
  /** What the things among them are called. */
  nameOf: (id: string) => string | undefined
  /** Runs the playbook with these arguments. Resolves to the rejection, or undefined. */
  onRun: (args: Record<string, string>) => Promise<Rejection | undefined>
  onCancel: () => void
  /** What it will do, for whoever is about to agree to it. */
  plan: ReactNode
}

const RUN = 'Run'

/** The form for the parameters of a playbook, with the button that runs it. */
export function Parameters({ title, draftKey, given, nameOf, parameters, find, onRun, onCancel, plan }: Props) {
  const schemas = useSchemas(parameters)
  const fields = useMemo(() => fieldsOf(parameters, find, schemas), [parameters, find, schemas])
  const start = valuesOf(parameters, fields, given, nameOf)
  const isFilledIn =
    Object.keys(start).length > 0 && fields.every(({ name, isRequired }) => !isRequired || hasValue(start[name]))
  const asked = useRef<HTMLDivElement>(null)
  const [isReadFirst] = useState(isFilledIn)
  // What has been answered need not be gone through again: what is left is to read what it will do, and to agree.
  useEffect(() => {
    if (isReadFirst) asked.current?.focus()
  }, [isReadFirst])
  return (
    <DescribedForm
      label={`Parameters of ${title}`}
      draftKey={draftKey}
      fields={fields}
      values={start}
      submitLabel={RUN}
      busyLabel="Running..."
      isIrrevocable
      onSubmit={(values) => onRun(argsOf(parameters, fields, values))}
      onCancel={onCancel}
      after={
        parameters.length === 0 || isReadFirst ? (
          // Where focus begins, since no field is left to fill in: from here the keys of the form send it, and Enter does not.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div ref={asked} role="region" aria-label="Before it runs" tabIndex={0} className={css.read}>
            {parameters.length === 0 && <p className={css.about}>It asks nothing.</p>}
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

/** The JSON Schemas that are there. Without one a document can be written all the same. */
function useSchemas(parameters: readonly Parameter[]): Schemas {
  const paths = useMemo(() => [...new Set(parameters.flatMap((one) => schemaPathOf(one) ?? []))], [parameters])
  const combine = useCallback(
    (found: { data: Readonly<Record<string, unknown>> | undefined }[]): Schemas =>
      new Map(paths.flatMap((path, at) => (found[at]?.data ? [[path, found[at].data]] : []))),
    [paths]
  )
  return useQueries({ queries: paths.map(jsonSchema), combine })
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
  children?: ReactNode
}) {
  const empty = { schema: nothing, defaultValues: {}, onSubmit: () => undefined }
  return (
    <Form {...empty} label="Parameters" submitLabel={RUN} isIrrevocable missing={missing} onCancel={onCancel}>
      {children}
    </Form>
  )
}
