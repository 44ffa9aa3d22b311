/** What a project's own pages say of who calls whom, in the names of its manifests. */
export type Architecture = {
  readonly name: string;
  /** Below the manifests of ../shared/realworld. */
  readonly folder: string;
  /** Which of its manifests, where they are of several systems. */
  readonly only: RegExp;
  readonly pages: readonly string[];
  /** `caller -> callee, callee`, a line each; telemetry is on other pictures, and left out. */
  readonly calls: string;
  /** Whether callers are told where their callees are by variables; else they have it compiled in. */
  readonly configured: boolean;
};

const OTEL = "opentelemetry.io dd5997c, content/en/docs/demo";

/** Of the OpenTelemetry Demo, on the pages that both its Kubernetes and its Compose files are described by. */
const OTEL_SHARED = `
  ad -> flagd
  cart -> valkey-cart, flagd
  checkout -> currency, cart, kafka, payment, email, product-catalog, shipping, flagd
  email -> flagd
  fraud-detection -> flagd
  frontend -> ad, currency, cart, checkout, shipping, recommendation, product-catalog, flagd
  frontend-proxy -> flagd, frontend, flagd-ui, image-provider, load-generator
  kafka -> accounting, fraud-detection
  load-generator -> frontend-proxy, flagd
  payment -> flagd
  product-catalog -> flagd
  recommendation -> flagd, product-catalog
  shipping -> quote
`;

export const ARCHITECTURES: readonly Architecture[] = [
  {
    name: "OpenTelemetry Demo, Kubernetes",
    folder: "otel-demo/k8s-2.1.3",
    only: /./,
    pages: [
      `${OTEL}/architecture.md (service diagram)`,
      `${OTEL}/feature-flags/_index.md (services with flags)`,
      `${OTEL}/services/frontend-proxy.md (what it leads to)`,
    ],
    calls: `${OTEL_SHARED}
  accounting -> postgresql`,
    configured: true,
  },
  {
    name: "OpenTelemetry Demo, Compose",
    folder: "otel-demo/compose-head",
    only: /./,
    pages: [
      `${OTEL}/architecture.md (service diagram)`,
      `${OTEL}/feature-flags/_index.md (services with flags)`,
      `${OTEL}/services/frontend-proxy.md, services/flagd-ui.md, tests.md`,
    ],
    calls: `${OTEL_SHARED}
  accounting -> astronomy-db
  agent -> mcp, frontend
  chatbot -> agent
  flagd-ui -> flagd
  frontend-proxy -> chatbot
  frontendTests -> frontend
  mcp -> frontend`,
    configured: true,
  },
  {
    name: "Online Boutique",
    folder: "online-boutique",
    only: /./,
    pages: ["GoogleCloudPlatform/microservices-demo 34ffea9, docs/img/architecture-diagram.png"],
    calls: `
  loadgenerator -> frontend
  frontend -> adservice, recommendationservice, productcatalogservice, cartservice, shippingservice
  frontend -> currencyservice, checkoutservice
  recommendationservice -> productcatalogservice
  checkoutservice -> productcatalogservice, cartservice, shippingservice, currencyservice
  checkoutservice -> paymentservice, emailservice
  cartservice -> redis-cart`,
    configured: true,
  },
  ...(["Kubernetes", "Compose"] as const).map((kind) => ({
    name: `AKS store, ${kind}`,
    folder: "aks-store",
    only: kind === "Compose" ? /compose/ : /^(?!.*compose)/,
    pages: [
      "Azure-Samples/aks-store-demo 7ce10c5, assets/demo-arch-with-openai.png",
      "README.md of virtual-customer, virtual-worker and product-service",
    ],
    calls: `
  store-front -> order-service, product-service
  store-admin -> product-service, makeline-service, ai-service
  order-service -> rabbitmq
  makeline-service -> rabbitmq, documentdb
  product-service -> ai-service
  virtual-customer -> order-service
  virtual-worker -> makeline-service`,
    configured: true,
  })),
  {
    name: "Sock Shop",
    folder: "sock-shop",
    only: /./,
    pages: ["microservices-demo/microservices-demo.github.io 1ae9f90, assets/Architecture.png"],
    calls: `
  front-end -> orders, payment, user, catalogue, carts
  orders -> orders-db, shipping
  user -> user-db
  catalogue -> catalogue-db
  carts -> carts-db
  shipping -> rabbitmq
  rabbitmq -> queue-master`,
    configured: false,
  },
];
