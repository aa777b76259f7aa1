import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { createElement } from 'react';
import { texts } from '@/texts/common';

const petrol: MantineColorsTuple = [
  '#e6f4f6',
  '#d0e8ec',
  '#a5d3da',
  '#74c4cf',
  '#4fb0bd',
  '#3fa3b1',
  '#2b93a2',
  '#1b7f8d',
  '#0f6b78',
  '#0b5560',
];

// text first, the page's background last: Mantine's dark surfaces use these
const dark: MantineColorsTuple = [
  '#dbe2e9',
  '#b9c3cd',
  '#97a3af',
  '#66727e',
  '#38424c',
  '#2a323b',
  '#1d242b',
  '#161b21',
  '#11161b',
  '#0f1317',
];

const renderHead = (props: object) => createElement('div', props);

/** The theme in the language of the page: what closes a dialog has a name. */
export const makeTheme = () =>
  createTheme({
    primaryColor: 'petrol',
    // white text on these stays above 4.5:1 in both schemes
    primaryShade: { light: 8, dark: 8 },
    autoContrast: true,
    colors: { petrol, dark },
    defaultRadius: 6,
    fontFamily: '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    headings: { fontWeight: '600' },
    cursorType: 'pointer',
    components: {
      // named by hand and not by `extend`, which would pull both into the sign-in page
      // their heads are no banners of the page
      ModalHeader: { defaultProps: { renderRoot: renderHead } },
      DrawerHeader: { defaultProps: { renderRoot: renderHead } },
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
    },
  });

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#536070',
    '--mantine-color-text': '#17202a',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': '#b9c3cc',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#66727f',
    '--mantine-color-anchor': '#0c5f6b',
  },
  dark: {
    '--mantine-color-dimmed': '#97a3af',
    '--mantine-color-body': '#161b21',
    '--mantine-color-default-border': '#46525e',
    '--mantine-color-error': '#f0877f',
    '--mantine-color-placeholder': '#8b97a3',
    '--mantine-color-anchor': '#74c4cf',
  },
});
