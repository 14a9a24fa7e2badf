package shop

func routes(r *gin.Engine) {
	v1 := r.Group("/v1")
	v1.GET("/orders/:id", one)
	http.HandleFunc("POST /orders", add)
}

func ask() {
	http.Get(fmt.Sprintf("%s/v1/orders/%d", base, 1))
}

// FACT: use served 5 GET /v1/orders/:id in routes times 1 of one
// FACT: use served 6 POST /orders in routes times 1 of add
// FACT: use route 10 GET /v1/orders/{} in ask times 1
