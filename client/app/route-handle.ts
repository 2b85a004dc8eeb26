/** What each route tells Root. */
export interface RouteHandle {
  /** The page's title, from the address's query. */
  title: (query: URLSearchParams) => string;
}
