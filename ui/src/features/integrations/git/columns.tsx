import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconFolders from '@tabler/icons-react/dist/esm/icons/IconFolders.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { DescribedGitIntegration } from '@/generated/api';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { actColumn } from '@/ui/table/actColumn';
import type { TableColumn } from '@/ui/table/columns';

type Column = TableColumn<DescribedGitIntegration>;
type Act = (integration: DescribedGitIntegration) => void;

interface Acts {
  selectProduct: Act;
  manage: Act;
  edit: Act;
  askDelete: Act;
}

const ACT_WIDTH_PX = 96;

const productsText = ({ products }: DescribedGitIntegration): string =>
  products.map(product => texts.product[product]).join(', ') || texts.list.selectProduct;

/** Repositories are there for the product that scans them. */
const isScanned = ({ products }: DescribedGitIntegration): boolean => products.includes('scanning');

/** The columns of the list, and after them what can be done with an integration (INT-02). */
export function columnsWith({ selectProduct, manage, edit, askDelete }: Acts): readonly Column[] {
  const act = (
    id: 'manage' | 'edit' | 'delete',
    Icon: typeof IconTrash,
    labelOf: (integration: DescribedGitIntegration) => string,
    run: Act,
    isShown?: (integration: DescribedGitIntegration) => boolean,
  ): Column =>
    actColumn({ id, heading: () => texts.column[id], width: ACT_WIDTH_PX, Icon, labelOf, run, isShown });
  return [
    {
      id: 'name',
      get label() {
        return texts.column.name;
      },
      width: 180,
      value: ({ name }) => name,
    },
    {
      id: 'url',
      get label() {
        return texts.column.url;
      },
      width: 220,
      mono: true,
      value: ({ url }) => url,
    },
    {
      id: 'product',
      get label() {
        return texts.column.product;
      },
      width: 170,
      value: productsText,
      cell: integration =>
        integration.products.length > 0 ? (
          productsText(integration)
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            tabIndex={-1}
            aria-label={texts.list.selectProductFor({ name: integration.name })}
            onClick={() => selectProduct(integration)}
          >
            {texts.list.selectProduct}
          </Button>
        ),
    },
    {
      id: 'created',
      get label() {
        return texts.column.created;
      },
      kind: 'date',
      width: 170,
      value: ({ createdOn }) => createdOn,
    },
    act('manage', IconFolders, ({ name }) => texts.list.manageNamed({ name }), manage, isScanned),
    act('edit', IconEdit, ({ name }) => texts.list.editNamed({ name }), edit),
    act('delete', IconTrash, ({ name }) => texts.list.deleteNamed({ name }), askDelete),
  ];
}
