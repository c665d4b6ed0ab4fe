import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { chartDefinition } from '../../../api/charts'
import { type Chart } from '../../../lib/charts'
import { fluxManifest, helmCommand, type Release, schemaOfGiven } from '../../../lib/chart-text'
import { type FormDescription, initialValues } from '../../../lib/form-description'
import { Button } from '../../../ui/button'
import { CopyBlock } from '../../../ui/copy-block'
import { DescribedFields } from '../../../ui/form/described/described'
import { schemaOf } from '../../../ui/form/described/read-values'
import { Unreadable } from '../../../ui/form/code/code'
import { Form } from '../../../ui/form/form'
import { Tabs } from '../../../ui/tabs'
import css from './add-integration.module.css'

/** A name as Kubernetes takes them. */
const dnsName = {
  accepts: (text: string) => /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(text),
  message: 'Only small letters, digits, hyphens and dots.',
}

const fieldsOf = (chart: string, schema: Readonly<Record<string, unknown>> | undefined): FormDescription => [
  { type: 'text', name: 'name', label: 'Name', isRequired: true, isMono: true, pattern: dnsName, initial: chart },
  {
    type: 'text',
    name: 'namespace',
    label: 'Namespace',
    isRequired: true,
    isMono: true,
    pattern: dnsName,
    initial: 'mission-control',
  },
  { type: 'duration', name: 'interval', label: 'Interval', isRequired: true, initial: '30m' },
  { type: 'labels', name: 'labels', label: 'Labels' },
  {
    type: 'code',
    name: 'chartValues',
    label: 'Chart values',
    help: 'What is not said here comes from the chart.',
    language: 'yaml',
    isParsed: true,
    height: 'small',
    ...(schema && { schema }),
  },
]

type Props = { chart: Chart; onClose: () => void }

/** What a chart is installed with, and the manifest or the commands for it: it is installed elsewhere. */
export default function GitOps({ chart, onClose }: Props) {
  const query = useQuery(chartDefinition(chart.id))
  const { name = chart.chart, version, schema } = query.data ?? {}
  const fields = useMemo(
    () => fieldsOf(chart.chart, schema && (schemaOfGiven(schema) as Readonly<Record<string, unknown>>)),
    [chart.chart, schema]
  )
  return (
    <Form
      label={`${chart.label} chart`}
      draftKey={`integration:${chart.id}`}
      schema={schemaOf(fields)}
      defaultValues={initialValues(fields)}
      actions={null}
      onSubmit={() => undefined}
    >
      <p className={css.note} role="status">
        {query.isPending
          ? 'Looking for the definition of the chart…'
          : query.error
            ? `The values are not checked: ${query.error.message}`
            : `Chart ${name}${version === undefined ? '' : ` ${version}`}.${schema ? '' : ' It does not describe its values.'}`}
      </p>
      <DescribedFields fields={fields} />
      <Install chart={name} />
      <div className={css.foot}>
        <Button onPress={onClose}>Close</Button>
      </div>
    </Form>
  )
}

/** The texts that install it, as it is filled in. */
function Install({ chart }: { chart: string }) {
  const [tab, setTab] = useState<'flux' | 'helm'>('flux')
  const { chartValues, ...rest } = useWatch() as Omit<Release, 'chart' | 'values'> & { chartValues: unknown }
  if (chartValues instanceof Unreadable)
    return <p className={css.note}>The chart values cannot be read, so there is nothing to install them with yet.</p>
  const release: Release = { ...rest, chart, values: chartValues }
  return (
    <Tabs
      label="How it is installed"
      selected={tab}
      onSelect={setTab}
      tabs={[
        {
          id: 'flux',
          label: 'Flux',
          panel: (
            <div className={css.text}>
              <p className={css.note}>
                The Kubernetes chart must be installed in Flux: this adds to what it has brought to the cluster.
              </p>
              <CopyBlock label="Flux manifest" code={fluxManifest(release)} />
            </div>
          ),
        },
        {
          id: 'helm',
          label: 'Helm CLI',
          panel: (
            <div className={css.text}>
              <CopyBlock label="Helm install command" code={helmCommand(release)} />
            </div>
          ),
        },
      ]}
    />
  )
}
