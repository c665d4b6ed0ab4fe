import { numberField, plainTextField, queryField, type SpecEntryKind, urlField } from '../forms/spec-fields'
import { nameField } from './check-type'

/** The form of a check that searches an index. */
export const searchForm: SpecEntryKind = {
  fields: [
    nameField(),
    urlField({ isRequired: true }),
    plainTextField('index', 'Index', { isRequired: true, isMono: true }),
    queryField('query', 'Query', { isRequired: true }),
    numberField('results', 'Results', { help: 'Number of results that the query must return.' }),
  ],
  initial: { name: '', url: '', index: '', query: '', results: 1 },
}
