import { type ReactNode, useMemo } from 'react'
import { type FormDescription, type FormValues, initialValues } from '@/shared/forms/form-description'
import { WatchValues } from '../bind'
import { Form } from '../form'
import type { FormProps } from '../form-props'
import { DescribedFields } from './described-fields'
import { type FieldSchemas, toFormSchema } from './form-schema'

type Props = Omit<FormProps<FormValues, FormValues>, 'schema' | 'defaultValues' | 'children'> & {
  fields: FormDescription
  /** Existing values. Missing values start with the default of the description. */
  values?: FormValues
  /** Schemas that validate and parse fields instead of their description, by the name of the field. */
  schemas?: FieldSchemas
  /** Content above the fields. */
  children?: ReactNode
  /** Content below the fields, which may depend on their values. */
  after?: ReactNode | ((values: FormValues) => ReactNode)
}

/** A form built from a description. `onSubmit` gets the values of the fields that are shown, parsed by `toFormSchema`. */
export function DescribedForm({ fields, values, schemas, children, after, ...form }: Props) {
  const schema = useMemo(() => toFormSchema(fields, schemas), [fields, schemas])
  return (
    <Form {...form} schema={schema} defaultValues={initialValues(fields, values)}>
      {children}
      <DescribedFields fields={fields} />
      {typeof after === 'function' ? <WatchValues>{after}</WatchValues> : after}
    </Form>
  )
}
