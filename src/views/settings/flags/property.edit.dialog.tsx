export { EditProperty as default } from './property-forms'
