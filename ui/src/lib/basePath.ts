/**
 * The path that the server is below, such as `/waybill`, and empty where it has its origin to itself. The server writes
 * it into the page.
 */
export const basePath: string =
  document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** The address of one of the server's paths, such as those of its calls. Nothing else joins the base path with others. */
export const addressOf = (path: string): string => basePath + path;

/** The address of one of the console's pages, such as `/packages`. */
export const pageAddress = (path: string): string => addressOf(`/ui${path}`);
