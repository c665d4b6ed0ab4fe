import { defineCheckType } from '../check-type'
import { searchForm } from '../search-form'

export default defineCheckType({ key: 'opensearch', label: 'OpenSearch', position: 11, form: searchForm })
